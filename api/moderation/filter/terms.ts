/**
 * Words and pairs of words, in plain form (plain-form.ts), of the kinds of spam that boards receive. The classifier learns
 * how much one, two or three of them in a post weigh: one of them decides nothing by itself. Each is in at least twice as
 * many spam posts of the corpus as genuine ones (score.test.ts).
 */
export const terms = [
  // links, reputation, agencies
  'backlinks, dofollow, guest post, guest posts, netlinking, seguidores, abonnes, pva, aged accounts, white label, iptv',
  'qualified leads, wikipedia page, call for, scopus, free audit, high ticket, mastermind, call now, order now, near me',
  // gains without work
  'passive income, ingresos pasivos, libertad financiera, forex, trading platform, account manager, airdrop, presale',
  'pre ipo, mcap, usdt, own boss, dropshipping, mystery shopper, data entry, car wrap, captura de, reship, colis',
  // advance fees, loans, false notices
  'western union, moneygram, gift cards, cash app, god fearing, god bless, stay blessed, next of, lottery, loteria, herencia',
  'beneficiary, beneficiario, illuminati, clearance fee, processing fee, hold fee, full name, birth, ssn, kindly, scammed',
  'private lender, loan officer, credit score, bad credit, prestamos, debt, tradelines, recovery phrase, connect wallet',
  'your wallet',
  // forged papers, hacking, remedies, sex, gambling, magic
  'passports, diplomas, ielts, turnitin, essays, dissertation, ghostwriter, hackers, pirater, dark web, ddos, smtp, rdp',
  'keygen, viagra, cialis, xanax, ozempic, tramadol, hgh, peptides, gummies, belly fat, escort, escorts, incall, outcall',
  'nsfw, onlyfans, lonely, discreet, discretion, casino, free spins, apuestas, betting, fixed matches, jackpot, spell',
  'amarre, vidente, voyant, replica',
].flatMap((line) => line.split(', '))
