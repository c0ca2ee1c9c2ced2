import {basicCredentials} from '../send/basic-credentials.ts';
import {unescaped} from './unescaped.ts';

/** A shorter secret may be part of a word; therefore only its exact forms are searched for. */
const MIN_CHARS = 8;

/** The most characters at one end of a secret that may be missing, so that the rest still counts as the secret. */
const MAX_MASKED_CHARS = 4;

/** The rest of a shorter secret may be part of a word, or the beginning of another one. */
const MIN_MASKED_CHARS = 16;

/** How often a text may have been escaped, for example a URL in JSON within a JSON text of a message. */
const MAX_ESCAPES = 3;

/** The number of characters by which a form is looked up; a shorter form is not searched for. */
const KEY_CHARS = 4;

/**
 * The characters beside a match that belong to the same encoded bytes. A slash may also be part of a
 * path, so only one on each side is added.
 */
const AROUND = {base64: /[\w+=-]/, hex: /[0-9a-f]/i, digits: /\d/};

/** The significant digits of a number that JSON keeps, whatever the number. */
const DIGITS_OF_A_NUMBER = 15;

/** A form in which a secret may stand in a text. */
interface Form {
  text: string;
  /** The text in lower case, by which it is looked up. */
  folded: string;
  /** Whether it is only found in the same case. */
  isExact: boolean;
  /** Whether it is only searched for in the text itself, not in the text without its escapes. */
  isShort: boolean;
  encoding?: keyof typeof AROUND;
}

/** The range of a part of a text. */
type Span = [begin: number, end: number];

/**
 * Finds secrets in texts, whatever their capitals and escapes, and in base64 and hexadecimal digits. It
 * reads a text once, however many secrets there are: the last characters read are looked up among the
 * beginnings of all forms.
 */
export class SecretSearch {
  /** The forms by the hash of their first characters. */
  readonly #forms = new Map<number, Form[]>();
  /** The hashes that are in `#forms`, since most texts have none of them. */
  readonly #hashes = new Uint8Array(HASH_COUNT);
  /** The length of the longest form. */
  readonly longest: number;

  constructor(secrets: readonly string[]) {
    const forms = secrets.flatMap(formsOf).filter(({text}) => text.length >= KEY_CHARS);
    this.longest = forms.reduce((longest, {text}) => Math.max(longest, text.length), 0);
    for (const form of forms) {
      const hash = hashOf(form.folded);
      this.#hashes[hash] = 1;
      this.#forms.set(hash, [...(this.#forms.get(hash) ?? []), form]);
    }
  }

  /** A text in which every secret is replaced. */
  redact(text: string, replacement: string): string {
    let redacted = '';
    let from = 0;
    for (const [begin, end] of united(this.#find(text))) {
      redacted += text.slice(from, begin) + replacement;
      from = end;
    }
    return from === 0 ? text : redacted + text.slice(from);
  }

  /** The parts of a text that are secrets, with and without escapes. */
  #find(text: string, layers = MAX_ESCAPES): Span[] {
    const found = this.#findForms(text, layers === MAX_ESCAPES);
    const plain = layers > 0 ? unescaped(text) : undefined;
    if (!plain) return found;
    const within = this.#find(plain.text, layers - 1);
    return [
      ...found,
      ...within.map(([begin, end]): Span => [plain.beginOf(begin), plain.endOf(end)]),
    ];
  }

  /** @param isAsWritten whether the text is unchanged, so that short secrets are searched for as well */
  #findForms(text: string, isAsWritten: boolean): Span[] {
    const folded = fold(text);
    const found: Span[] = [];
    const surroundings = new Surroundings(text);
    let hash = 0;
    for (let index = 0; index < folded.length; index += 1) {
      hash = nextHash(hash, folded.charCodeAt(index));
      if (this.#hashes[hash] === 0) continue;
      const begin = index - KEY_CHARS + 1;
      for (const form of this.#forms.get(hash) ?? [])
        if ((isAsWritten || !form.isShort) && stands(form, text, folded, begin))
          found.push(surroundings.partOf(form, begin));
    }
    return found;
  }
}

const stands = (
  {folded: form, text: exact, isExact}: Form,
  text: string,
  folded: string,
  at: number,
) => folded.startsWith(form, at) && (!isExact || text.startsWith(exact, at));

/** What stands around the forms in a text. */
class Surroundings {
  readonly #text: string;
  /** The runs that were found last before and behind a form, by encoding: most forms stand in the same one. */
  readonly #before = new Map<RegExp, Span>();
  readonly #behind = new Map<RegExp, Span>();

  constructor(text: string) {
    this.#text = text;
  }

  /** The part of the text that a form covers, with the characters of the same encoding beside it. */
  partOf({text: form, encoding}: Form, at: number): Span {
    let [begin, end] = [at, at + form.length];
    if (!encoding) return [begin, end];
    // The characters beside a form in base64 hold some bits of the secret, even a slash.
    if (encoding === 'base64') {
      if (this.#text.charAt(begin - 1) === '/') begin -= 1;
      if (this.#text.charAt(end) === '/') end += 1;
    }
    const around = AROUND[encoding];
    return [this.#runAt(begin, around, this.#before)[0], this.#runAt(end, around, this.#behind)[1]];
  }

  /**
   * The run of some characters around an index, or that ends or begins there; an empty one if there is none. A long
   * run is read once, however many forms stand in it.
   */
  #runAt(index: number, characters: RegExp, known: Map<RegExp, Span>): Span {
    const last = known.get(characters);
    if (last && last[0] <= index && index <= last[1]) return last;
    let [begin, end] = [index, index];
    while (begin > 0 && characters.test(this.#text.charAt(begin - 1))) begin -= 1;
    while (end < this.#text.length && characters.test(this.#text.charAt(end))) end += 1;
    known.set(characters, [begin, end]);
    return [begin, end];
  }
}

/** The parts in order, with overlapping ones merged. */
function united(parts: Span[]): Span[] {
  const united: Span[] = [];
  for (const [begin, end] of parts.sort(([one], [other]) => one - other)) {
    const last = united.at(-1);
    if (last && begin < last[1]) last[1] = Math.max(last[1], end);
    else united.push([begin, end]);
  }
  return united;
}

/** The forms of a secret. Escapes are removed from texts and not added to the forms. */
function formsOf(secret: string): Form[] {
  const form = (text: string, isExact: boolean, encoding?: Form['encoding']): Form => ({
    text,
    folded: fold(text),
    isExact,
    isShort: secret.length < MIN_CHARS,
    ...(encoding && {encoding}),
  });
  if (secret.length < MIN_CHARS)
    return [
      ...new Set([
        secret,
        encodeURIComponent(secret),
        JSON.stringify(secret).slice(1, -1),
        basicCredentials(secret),
      ]),
    ].map((text) => form(text, true));
  const cores = coresOf(secret);
  const inBase64 = cores.flatMap(base64Of);
  const inBase64Url = inBase64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  return [
    ...[secret, ...maskedOf(secret)].map((text) => form(text, false)),
    ...cores.map((core) => form(Buffer.from(core).toString('hex'), false, 'hex')),
    ...[...new Set([...inBase64, ...inBase64Url])].map((text) => form(text, true, 'base64')),
    ...asNumber(secret).map((text) => form(text, true, 'digits')),
  ];
}

/** What remains of a secret of which a deployment masks or cuts some characters at one end. */
function maskedOf(secret: string): string[] {
  if (secret.length < MIN_MASKED_CHARS) return [];
  const counts = Array.from({length: MAX_MASKED_CHARS}, (_, index) => index + 1);
  return counts.flatMap((count) => [secret.slice(0, -count), secret.slice(count)]);
}

/** A secret, and the shortest parts of it that may remain: with what stands around them, they are all of what does. */
const coresOf = (secret: string): string[] => [secret, ...maskedOf(secret).slice(-2)];

/**
 * The forms of a secret of digits in a JSON number that was rounded, or that has an exponent: its first
 * digits, without a point and with one behind the first of them.
 */
function asNumber(secret: string): string[] {
  if (!/^[1-9]\d+$/.test(secret)) return [];
  const digits = secret.slice(0, DIGITS_OF_A_NUMBER);
  const [first = '', ...others] = digits.replace(/0+$/, '');
  const forms = [...(digits === secret ? [] : [digits]), `${first}.${others.join('')}`];
  return forms.filter((form) => form.length > MIN_CHARS);
}

/**
 * The forms of a secret in base64, which depend on the number of bytes before it. Characters that also
 * encode bits of a neighbour are left out.
 */
const base64Of = (secret: string): string[] =>
  [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
    const bits = bytes.length * 8;
    return bytes.toString('base64').slice(Math.ceil((before * 8) / 6), Math.floor(bits / 6));
  });

/** A text in lower case with the same length: only this letter has two characters in lower case. */
const fold = (text: string): string => text.replaceAll('İ', 'I').toLowerCase();

/** The number of hashes. */
const HASH_COUNT = 65_536;

/** The hash of the last characters read (`KEY` of them), of which each takes 4 of its 16 bits more. */
const nextHash = (hash: number, code: number): number => ((hash << 4) ^ code) & (HASH_COUNT - 1);

function hashOf(text: string): number {
  let hash = 0;
  for (let index = 0; index < KEY_CHARS; index += 1) hash = nextHash(hash, text.charCodeAt(index));
  return hash;
}
