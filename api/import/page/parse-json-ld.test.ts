import { expect, it } from 'vitest'
import { parseJsonLd } from './parse-json-ld.ts'

const plain = '{"a":"x","b":[1,{"c":"/* no // comment <!-- -->"}]}'
const value = JSON.parse(plain) as unknown

it.each([
  ['plain', plain],
  ['a byte order mark', `\ufeff${plain}`],
  ['CDATA behind slashes', `\n//<![CDATA[\n${plain}\n//]]>\n`],
  ['CDATA behind slashes in one line', `//<![CDATA[${plain}//]]>`],
  ['CDATA with a space', `// <![CDATA[\n${plain}\n// ]]>`],
  ['CDATA in comments', `/* <![CDATA[ */ ${plain} /* ]]> */`],
  ['CDATA in comments without spaces', `/*<![CDATA[*/${plain}/*]]>*/`],
  ['bare CDATA', `<![CDATA[${plain}]]>`],
  ['an HTML comment', `<!--\n${plain}\n-->`],
  ['an HTML comment in one line', `<!-- ${plain} -->`],
  ['an HTML comment with slashes', `<!--\n${plain}\n//-->`],
  ['the wrapper of Drupal', `<!--//--><![CDATA[//><!--\n${plain}\n//--><!]]>`],
  ['a whole HTML comment before it', `<!-- made by a plugin -->${plain}`],
  ['a comment with a quote before it', `// don't "quote\n${plain}`],
  ['a comment inside', '{"a":"x", // one\n"b":[1,/* "two" */{"c":"/* no // comment <!-- -->"}]}'],
  ['a semicolon', `${plain};`],
  ['a comma', `${plain},`],
  ['trailing commas', '{"a":"x","b":[1,{"c":"/* no // comment <!-- -->",},],}'],
  ['escaped quotes', plain.replaceAll('"', '&quot;')],
  ['numeric escaped quotes', plain.replaceAll('"', '&#34;')],
  ['single quotes', plain.replaceAll('"', "'")],
])('fault 91: JSON with %s is read', (_, text) => expect(parseJsonLd(text)).toMatchObject({ roots: [value] }))

it.each([
  ['a line break', '{"a":"x\n\ny"}', 'x\n\ny'],
  ['a line break of Windows', '{"a":"x\r\ny"}', 'x\r\ny'],
  ['a tab', '{"a":"x\ty"}', 'x\ty'],
  ['a line break after a backslash', '{"a":"x\\\ny"}', 'x\ny'],
  ['a line break after two backslashes', '{"a":"x\\\\\ny"}', 'x\\\ny'],
  ['other control characters', '{"a":"x\u0001\u2028y\n"}', 'x\u0001\u2028y\n'],
  ['escaped quotes and a line break', '{"a":"x \\"y\\"\n"}', 'x "y"\n'],
  ['an escaped apostrophe', `{"a":"it\\'s"}`, "it's"],
])('fault 91: %s in a string is kept', (_, text, expected) =>
  expect(parseJsonLd(text)).toEqual({ roots: [{ a: expected }] }),
)

it.each([
  ['{"a":1}{"a":2}'],
  ['{"a":1}\n\n{"a":2}'],
  ['{"a":1},{"a":2}'],
  ['{"a":1};\n{"a":2};'],
  ['{"a":1} /* and */ {"a":2} // end'],
])('fault 91: several objects without a list are read: %s', (text) =>
  expect(parseJsonLd(text)).toEqual({ roots: [{ a: 1 }, { a: 2 }] }),
)

it.each([
  ['{"a":\n"x\n\n"b":1}', 4, "invalid character 'b'"],
  ['{"a": "x\ny\nz",\n"b": }', 4, "invalid character '}'"],
  ['// one\n/* two\nthree */\n{"a": oops}', 4, "invalid character 'o'"],
  ['{"a":1', 1, 'it is cut off'],
  ['{"a":[1,\n2\n', 2, 'it is cut off'],
  ['{"a":"x\n', 1, 'it is cut off'],
  ['{"a":1}}', 1, "invalid character '}'"],
  ['{"a" 1}', 1, "invalid character '1'"],
  ['{"a":1;"b":2}', 1, "invalid character ';'"],
  ['{"a":1,,"b":2}', 1, "invalid character ','"],
  ['{{title}}', 1, "invalid character '{'"],
])('refuses %j with the line and the reason', (text, line, reason) =>
  expect(parseJsonLd(text)).toEqual({ fault: { line, reason } }),
)
