/**
 * Texts on which services break, by what is hard about them. Each is what a person may well type:
 * a name, a title, a reference of a warehouse system. None begins or ends with a blank and none is
 * changed by Unicode's NFC, except `combining marks`.
 */
export const HARD_TEXTS = {
  accents: 'Zoë Ñandú Ångström',
  'combining marks': 'Zoe\u0308 A\u030Angstro\u0308m',
  'dotted and dotless i': 'İstanbul ırmak',
  'sharp s': 'Straße STRASSE',
  cyrillic: 'Война и мир',
  greek: 'Οδύσσεια',
  chinese: '紅樓夢',
  japanese: '吾輩は猫である',
  thai: 'สี่แผ่นดิน',
  'right to left': 'שלום עולם',
  'arabic and digits': 'ألف ليلة 1001',
  emoji: 'tide 🌊',
  'joined emoji': 'family 👩‍👩‍👧',
  'beyond the basic plane': '𝒳 𠮷野家',
  apostrophe: "O'Neil",
  'curly quotes': '“Low” ‘tide’',
  quotes: 'the "low" tide',
  markup: '<b>bold &amp; <i>',
  ampersand: 'Smith & Sons',
  'percent sign': '100%41%',
  plus: 'C++ 1+1',
  'question mark and hash': 'why?a=b#c',
  backslash: 'a\\b\\n',
  slash: 'AC/DC',
  'commas and semicolons': 'a,b;c',
  braces: '{{7*7}} ${7*7} [x]',
  'two blanks': 'two  blanks',
  'a word of its own meaning': 'null true 0',
  'like JSON': '{"id":[1,null]}',
  'a pattern of SQL': '50%_off',
  'percent encodings': '%20%41+%C3%A9',
  'leading zeros': '007',
  'a large number': '9007199254740993',
  'a decimal': '1e3 0.10',
  'a date': '2028-02-29',
  dots: 'v1.2..3',
  'lower and upper case': 'aBcDeF',
} as const;

/** The reason why a text of the dictionary is difficult. */
export type HardText = keyof typeof HARD_TEXTS;
