import type {Exchange} from '../../../spec/exchange.ts';
import {at, isObject, toText} from '../../../spec/json.ts';
import {quantity} from '../../../spec/quantity.ts';
import type {Presentation, Step, Upload} from '../../../spec/step.ts';
import {referencesIn} from '../../../spec/references.ts';
import type {Ref, Val} from '../../../spec/value.ts';
import {INVISIBLE} from '../../../spec/invisible.ts';
import {UNKNOWN_CREDENTIAL} from '../../target/target.ts';
import type {Redaction} from './redaction.ts';
import {secretInBasic} from '../send/basic-credentials.ts';
import {IN_QUERY} from '../send/present-credential.ts';
import {everyStep} from '../plan/steps.ts';

/** The most characters that a command shows of a body that is not JSON. */
const MAX_BODY_CHARS = 400;

/** Bodies up to this length are shown whole, except for secrets. */
const MAX_WHOLE_CHARS = 300;

const SECRET_HEADERS =
  /^(authorization|x-user-token|cookie|set-cookie|idempotency-key|mcp-session-id)$/i;

/** The variables for secrets of a request that are no credentials, by header, and where their values come from. */
const VARIABLES: Record<string, {name: string; note: string}> = {
  'mcp-session-id': {
    name: 'MCP_SESSION',
    note: 'the header Mcp-Session-Id of the response to `initialize`',
  },
  'idempotency-key': {
    name: 'IDEMPOTENCY_KEY',
    note: 'a new text, the same one wherever this variable stands',
  },
};

/** curl would read brackets as patterns, and remove dot segments. */
const AS_IT_IS = '--globoff --path-as-is';

/** The roles whose credentials may be access tokens of a run. */
const AGENTS = /agent/;

/** Whether a command needs a header: curl accepts every type of content, unless a request lists several. */
const isNeeded = (name: string, value: string): boolean => name !== 'accept' || value.includes(',');

/** White space between the tokens of JSON, as the request was sent with it. */
const SPACED = /^[[{]\n/;

/** How a shell writes an altered credential, and the note for the reader. */
const ALTERED: Partial<
  Record<Presentation, {written: (variable: string) => string; note: string}>
> = {
  'another-end': {
    written: (variable) => `\${${variable}%?}X`,
    note: 'another last character (not X, if the credential ends in X)',
  },
  longer: {written: (variable) => `\${${variable}}xx`, note: 'two characters more'},
  'one-shorter': {written: (variable) => `\${${variable}%?}`, note: 'the last character left out'},
  'other-case': {
    written: (variable) => `\${${variable}~~}`,
    note: 'its letters in the other case (bash)',
  },
};

/** A request as a command to paste. */
export interface CurlCommand {
  /** The command, without comments. */
  command: string;
  /** What the command does not show, for comments. */
  notes: string[];
}

/** A part of a command, with the notes on it. */
interface Written {
  text: string;
  notes: string[];
}

/**
 * Writes the requests of one piece of evidence as commands to paste. Credentials are written as environment
 * variables, with the names of the configuration if it has some.
 */
export class CurlWriter {
  readonly #redaction: Redaction;
  readonly #steps: ReadonlyMap<string, Step>;
  /** The values behind each variable that no configuration names, in order. */
  readonly #values = new Map<string, string[]>();
  /** The variables that have a note. */
  readonly #explained = new Set<string>();

  /** @param steps the steps of the scene, which say how credentials are altered and which response gave a link */
  constructor(redaction: Redaction, steps: readonly Step[]) {
    this.#redaction = redaction;
    this.#steps = new Map([...everyStep([...steps])].map((step) => [step.id, step]));
  }

  /**
   * The command that sends the request of an exchange again.
   * @param next the exchange after it in the same step: the next page of a walk
   */
  write(exchange: Exchange, next?: Exchange): CurlCommand {
    const {method, headers} = exchange.sent;
    const shown = Object.entries(headers).filter(([name, value]) => isNeeded(name, value));
    const options = [
      ...shown.map(([name, value]) => this.#header(name, value, exchange)),
      ...this.#payload(exchange),
    ];
    const url = this.#url(exchange);
    const texts = [...methodOptions(method), ...options.map(({text}) => text), AS_IT_IS, url.text];
    const notes = [
      ...[...options, url].flatMap((part) => part.notes),
      ...this.#linksIn(exchange),
      ...this.#valuesIn(exchange, next),
    ];
    return {command: ['curl -sS', ...texts].join(' '), notes};
  }

  #header(name: string, value: string, exchange: Exchange): Written {
    // Without a credential, the value of such a header is part of the step.
    const isSecret = SECRET_HEADERS.test(name) && exchange.as !== 'nobody';
    if (!isSecret) return plain(`-H ${quoted(`${name}: ${this.#redaction.text(value)}`)}`);
    const other = VARIABLES[name.toLowerCase()];
    if (other) {
      const variable = this.#numbered(other.name, value);
      return {text: `-H "${name}: $${variable}"`, notes: this.#noteOnce(variable, other.note)};
    }
    const [, scheme = '', secret = ''] = /^(Bearer |Basic )?(.*)$/s.exec(value) ?? [];
    if (scheme === 'Basic ') return this.#basic(secret, exchange);
    const {text, notes} = this.#credential(secret, exchange);
    return {text: `-H "${name}: ${scheme}${text}"`, notes};
  }

  /** The note on a credential that no configuration names, since the run has got it by OAuth. */
  #noteOfToken(variable: string, {as}: Exchange): string[] {
    return AGENTS.test(as) ? this.#noteOnce(variable, `an access token of the role ${as}`) : [];
  }

  /** The note on a variable, where it is written for the first time. */
  #noteOnce(variable: string, note: string): string[] {
    if (this.#explained.has(variable)) return [];
    this.#explained.add(variable);
    return [`${variable} is ${note}`];
  }

  /** Credentials of HTTP Basic, whose name and password are both the secret. */
  #basic(credentials: string, exchange: Exchange): Written {
    const secret = secretInBasic(credentials) ?? credentials;
    const {text, notes} = this.#credential(secret, exchange);
    return {text: `-u "${text}:${text}"`, notes};
  }

  /** A credential as a shell writes it, with the alteration of its step. */
  #credential(secret: string, exchange: Exchange): Written {
    if (secret === UNKNOWN_CREDENTIAL.secret) return plain(secret);
    const step = this.#steps.get(exchange.step);
    const present = step?.step === 'call' ? step.present : undefined;
    const altered = present && ALTERED[present];
    const own = this.#redaction.variableOf(secret);
    const byRole = variableOf(exchange.as);
    if (altered) return {text: altered.written(own ?? byRole), notes: [altered.note]};
    if (own !== undefined) return plain(`$${own}`);
    const variable = this.#numbered(byRole, secret);
    return {text: `$${variable}`, notes: this.#noteOfToken(variable, exchange)};
  }

  /** The name of the variable for a value, with a number unless the value is the variable's first one. */
  #numbered(variable: string, value: string): string {
    const values = this.#values.get(variable) ?? [];
    this.#values.set(variable, values);
    if (!values.includes(value)) values.push(value);
    const at = values.indexOf(value);
    return at === 0 ? variable : `${variable}_${at + 1}`;
  }

  /** The option for the body or the file of a request, if it has one. */
  #payload(exchange: Exchange): Written[] {
    const {body, file} = exchange.sent;
    if (body !== undefined) return [this.#body(body)];
    return file ? [this.#file(exchange)] : [];
  }

  #body(body: string): Written {
    const text = this.bodyText(body);
    const isShortened = body.length > MAX_WHOLE_CHARS && text.length < body.length;
    const notes = isShortened ? ['the body is shortened, the fixture has it whole'] : [];
    return {text: `--data ${quoted(text)}`, notes};
  }

  /** A shortened body without secrets. */
  bodyText(body: string): string {
    try {
      const shown = this.#redaction.sent(JSON.parse(body));
      return SPACED.test(body) ? JSON.stringify(shown, null, 2) : JSON.stringify(shown);
    } catch {
      return this.#redaction.text(body).slice(0, MAX_BODY_CHARS);
    }
  }

  /** The option for the bytes of a file, which the reader has to supply. */
  #file({step: id}: Exchange): Written {
    const step = this.#steps.get(id);
    const notes = step?.step === 'upload' ? [`FILE: ${fileText(step)}`] : [];
    return {text: "--data-binary '@FILE'", notes};
  }

  /** The notes on the variables of later commands, for links that later steps take from a response. */
  #linksIn(exchange: Exchange): string[] {
    const notes = new Set<string>();
    for (const step of this.#steps.values()) {
      if (step.step !== 'upload' && step.step !== 'download') continue;
      const pointer = pointerIn(step.url);
      const {$from: from} = step.url as Partial<Ref>;
      if (pointer === undefined || from !== exchange.step) continue;
      if (typeof valueAt(exchange, pointer) !== 'string') continue;
      notes.add(`set ${this.#linkBy(step.url)} to its ${memberOf(pointer)}`);
    }
    return [...notes];
  }

  /** The note on values of a response that later commands contain: another run gets others. */
  #valuesIn({step: id, body, sent}: Exchange, next?: Exchange): string[] {
    const members = [...this.#steps.values()]
      .flatMap((step) => referencesIn(writtenOf(step)))
      .filter(({step}) => step === id)
      .map(({pointer}) => memberOf(pointer))
      .concat(next?.step === id ? membersWith(newIn(next.sent.url, sent.url), body) : []);
    return members.length
      ? [`commands below have its ${[...new Set(members)].join(', ')}: put in what you get`]
      : [];
  }

  /** The variable for a link, by the reference to the response that gives it. */
  #linkBy(link: Val): string {
    const member = memberOf(pointerIn(link) ?? '');
    return this.#numbered(member.toUpperCase(), JSON.stringify(link));
  }

  /** The URL. A link of a response is written as a variable, since another run gets another one. */
  #url(exchange: Exchange): Written {
    const {url} = exchange.sent;
    const step = this.#steps.get(exchange.step);
    const shown = this.#redaction.text(url);
    if (step?.step === 'call' && step.present === 'in-query') {
      const names = IN_QUERY[step.api];
      const secret = new URL(url).searchParams.get(names[0] ?? '') ?? '';
      const credential = this.#credential(secret, exchange);
      const secrets = new RegExp(`([?&](?:${names.join('|')})=)[^&]*`, 'g');
      const text = withinQuotes(shown).replace(
        secrets,
        (_, name: string) => name + credential.text,
      );
      return {text: `"${text}"`, notes: credential.notes};
    }
    const link = step?.step === 'upload' || step?.step === 'download' ? step.url : undefined;
    if (link === undefined || pointerIn(link) === undefined) return plain(quoted(shown));
    return {text: `"$${this.#linkBy(link)}"`, notes: [shown.replace(/\?.*$/s, '')]};
  }
}

/** A part of a command that needs no note. */
const plain = (text: string): Written => ({text, notes: []});

/** The values in the query of a URL that another one does not have. */
const newIn = (url: string, other: string): string[] => {
  const known = [...new URL(other).searchParams.values()];
  return [...new URL(url).searchParams.values()].filter((value) => !known.includes(value));
};

/** The names of the members of a body that are one of some texts. */
const membersWith = (texts: readonly string[], body: unknown): string[] =>
  isObject(body)
    ? Object.entries(body).flatMap(([name, value]) =>
        typeof value === 'string' && texts.includes(value) ? [name] : membersWith(texts, value),
      )
    : [];

/** The parts of a step that stand in its command as they were sent. */
function writtenOf(step: Step): unknown[] {
  if (step.step === 'call') return [step.path, step.query, step.headers, step.body];
  if (step.step === 'upload') return [step.headers];
  if (step.step !== 'control') return [];
  const isCounted = (value: Val): boolean =>
    typeof value === 'object' && value !== null && '$lacking' in value;
  return Object.values(step.args).filter((value) => !isCounted(value));
}

/** The sample that an upload sends, and how it was altered. */
function fileText({sample, resize = 0, size, content}: Upload): string {
  if (content !== undefined) return `a file of ${content}`;
  const name = `the sample ${sample}`;
  if (size !== undefined) return `${name}, made ${quantity(size, 'byte')} long`;
  if (resize > 0) return `${name} and ${quantity(resize, 'byte')} more`;
  if (resize < 0) return `${name} without its last ${quantity(-resize, 'byte')}`;
  return `${name}, or any file of its size`;
}

/** The name of the member or header that a reference points to. */
const memberOf = (pointer: string): string => pointer.replace(/^header:/, '').replace(/^.*\//, '');

const valueAt = ({headers, body}: Exchange, pointer: string): unknown =>
  pointer.startsWith('header:')
    ? headers[pointer.slice('header:'.length).toLowerCase()]
    : at(body, pointer);

/** The pointer of a reference to an earlier response; undefined for any other value. */
const pointerIn = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null && '$from' in value && 'at' in value
    ? toText(value.at)
    : undefined;

function methodOptions(method: string): string[] {
  if (method === 'GET') return [];
  return method === 'HEAD' ? ['-I'] : [`-X ${method}`];
}

/** The variable for the credential of a role, for example `READ_ONLY_KEY`. */
function variableOf(as: string): string {
  const role = as.toUpperCase().replaceAll('-', '_');
  return /_(KEY|CREDENTIAL)$/.test(role) ? role : `${role}_KEY`;
}

/** A text as one word of a shell command, on one line. */
function quoted(text: string): string {
  if (text.search(INVISIBLE) < 0) return `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const literal = text.replaceAll('\\', String.raw`\\`).replaceAll("'", String.raw`\'`);
  return `$'${literal.replaceAll(INVISIBLE, escaped)}'`;
}

/** A text as a shell writes it within `"..."`. */
const withinQuotes = (text: string): string => text.replaceAll(/["$`\\]/g, String.raw`\$&`);

/** A character as a shell writes it within `$'...'`. */
function escaped(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
}
