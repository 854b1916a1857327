import { type CorpusPost, readCorpus, readPosts } from '../moderation/filter/corpus.ts'
import { listFeatures } from '../moderation/filter/features.ts'
import { crossValidate, judgeAfter, type JudgedPost, measure } from './spam-accuracy.ts'

/**
 * `npm run bench:spam` prints how well the spam filter judges posts that it has not seen, and the time per post.
 * `npm run bench:spam -- FILE…` trains on the whole corpus and judges the posts of other files: JSON lines, of spam if
 * the file's name contains `spam` or the line's `label` is `spam`.
 */
const files = process.argv.slice(2)
const corpus = await readCorpus()
const print = (line = '') => process.stdout.write(`${line}\n`)

print('| judged posts | spam | held | of it waiting | genuine | held | of it waiting | refused |')
print('|---|---|---|---|---|---|---|---|')
if (files.length === 0) {
  printRow('10-fold', await crossValidate(corpus, (_, index) => index % 10))
  const byWriter = await crossValidate(corpus, ({ source }) => source)
  printRow('of a writer that it has not seen', byWriter)
  for (const source of new Set(corpus.map((post) => post.source)))
    printRow(
      `… ${source}`,
      byWriter.filter(({ post }) => post.source === source),
    )
  for (const [name, isOther] of [
    ['English', false],
    ['other languages', true],
  ] as const)
    printRow(
      `… ${name}`,
      byWriter.filter(({ post }) => (post.language !== 'en') === isOther),
    )
  printMistakes(byWriter)
} else {
  const posts: CorpusPost[] = []
  for (const file of files) posts.push(...(await readPosts(file, /spam/.test(file))))
  const judged = await judgeAfter(corpus, posts)
  printRow(files.join(' '), judged)
  printMistakes(judged)
}
await printTimes()

function printRow(name: string, judged: JudgedPost[]): void {
  const { spamHeld, spamWaiting, genuineHeld, genuineWaiting, genuineRefused } = measure(judged)
  const count = (isSpam: boolean) => String(judged.filter(({ post }) => post.isSpam === isSpam).length)
  const percent = (share: number) => `${share.toFixed(1)} %`
  const held = [count(true), percent(spamHeld), percent(spamWaiting)]
  const wrong = [count(false), ...[genuineHeld, genuineWaiting, genuineRefused].map(percent)]
  print(`| ${[name, ...held, ...wrong].join(' | ')} |`)
}

function printMistakes(judged: JudgedPost[]): void {
  print()
  for (const { post, odds, grade } of judged.toSorted((one, other) => other.odds - one.odds))
    if (post.isSpam === (grade === 'show'))
      print(`${post.isSpam ? 'spam' : 'genuine'}, ${grade} (${odds.toFixed(2)}): ${post.title}`)
}

async function printTimes(): Promise<void> {
  const measureMicros = (posts: Array<Pick<CorpusPost, 'title' | 'description' | 'contact'>>) => {
    const before = process.threadCpuUsage()
    for (const post of posts) listFeatures(post)
    const { user, system } = process.threadCpuUsage(before)
    return Math.round((user + system) / posts.length)
  }
  measureMicros(corpus)
  const before = process.threadCpuUsage()
  await judgeAfter(corpus, [])
  const training = process.threadCpuUsage(before)
  const long = corpus.map((post) => ({ ...post, description: post.description.repeat(40).slice(0, 10_000) }))
  print()
  print(`Training: ${Math.round((training.user + training.system) / 1_000)} ms of CPU.`)
  print(`A post: ${measureMicros(corpus)} µs. One of 10,000 characters: ${measureMicros(long)} µs.`)
}
