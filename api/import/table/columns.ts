import type { MappedField, TableMapping } from '#domain/import/found.ts'
import { withoutUndefined } from '#domain/import/plan.ts'

const columnNames: Record<MappedField, RegExp> = {
  uid: /^(?:u?id|event.?id|key|api.?id)$/i,
  title:
    /^(?:title|name|event|event.?(?:name|title)|summary|subject|what|betreff|titel|objet|titre|asunto|t[íi]tulo)$/iu,
  date: /^(?:date|start|starts|begins?|start.?date|start.?at|event.?date|day|when|date.?(?:and|&).?time|beginnt am|beginn|datum|(?:date de )?d[ée]but|fecha(?: de (?:comienzo|inicio))?)$/iu,
  time: /^(?:time|start.?time|hour|beginnt um|uhrzeit|heure(?: de d[ée]but)?|hora(?: de (?:comienzo|inicio))?|comienzo)$/iu,
  end: /^(?:end|ends|end.?date|end.?at|until|endet am|ende|(?:date de )?fin|fecha de finalizaci[óo]n)$/iu,
  endTime: /^(?:end.?time|endet um|heure de fin|(?:hora de )?finalizaci[óo]n)$/iu,
  allDay:
    /^(?:(?:is.?)?(?:all|full|whole).?day(?:.?event)?|ganzt[äa]gig(?:es ereignis|er termin)?|(?:evento de )?todo el d[ií]a|(?:toute la )?journ[ée]e(?: enti[èe]re)?|(?:evento de )?dia (?:inteiro|todo)|(?:tutto il giorno|giornata intera)|(?:duurt )?(?:de )?hele dag)\??$/iu,
  organizers: /^(?:organi[sz]ers?|hosts?|hosted.?by|by|group)$/i,
  location: /^(?:location|venue|place|where|venue.?name|ort|lieu|emplacement|ubicaci[óo]n|lugar)$/iu,
  address: /^(?:address|street|venue.?address)$/i,
  description: /^(?:description|details|about|notes|text|beschreibung|descripci[óo]n)$/iu,
  url: /^(?:url|link|event.?url|page|website|rsvp.?(?:link|url)|registration.?(?:link|url))$/i,
  organizerUrl: /^(?:organi[sz]er|host).?(?:url|link|page|website)$/i,
  price: /^(?:price|cost|fee|tickets?)$/i,
  registrationType: /^(?:registration|registration.?type|rsvp|access)$/i,
  status: /^(?:status|state)$/i,
  topics: /^(?:topics?|tags?|categor(?:y|ies)|keywords?|themes?|kategorien|cat[ée]gories|categor[íi]as)$/iu,
  types: /^(?:types?|event.?types?|formats?)$/i,
}

export function suggestMapping(columns: readonly string[]): TableMapping {
  const find = (pattern: RegExp) =>
    columns.find((name) => pattern.test(name.normalize('NFC').replaceAll('_', ' ').trim()))
  const found = Object.entries(columnNames).map(([field, pattern]) => [field, find(pattern)])
  return withoutUndefined(Object.fromEntries(found))
}

const yes =
  /^(?:true|t|yes|y|-?1|x|on|✓|✔|☑|checked|(?:all|full|whole).?day|s[ií]|activado|verdadero|oui|o|vrai|ja|j|ein|ganzt[äa]gig|wahr|vero|sim|verdadeiro|waar)$/i
const no =
  /^(?:|false|f|no|n|0|off|-|–|—|✗|✘|☐|unchecked|desactivado|falso|non|faux|nein|aus|falsch|n[ãa]o|nee|onwaar)$/i

/** Yes or no in the languages of programs that write calendars as tables. Undefined for anything else. */
export function readYesNo(cell: string): boolean | undefined {
  const text = cell.normalize('NFC').trim()
  return yes.test(text) || (no.test(text) ? false : undefined)
}
