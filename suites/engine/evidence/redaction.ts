import {at, escapeToken, isObject, tokens} from '../../../spec/json.ts';
import {cut, cutShort, END_OF_CUT} from '../../language/cut.ts';
import {withOwnDigits, withShownDigits, withShortNumbers} from '../../target/long-integers.ts';
import {MIN_SECRET_CHARS, type Ledger} from '../send/ledger/ledger.ts';
import {SecretSearch} from './secret-search.ts';

/** Members whose values are secrets. */
const SECRET_MEMBERS = /(password|token|secret|api_?key|signature|impersonat)/i;
/** Members that rows about people have. */
const OF_PEOPLE = ['email', 'user_email'];
/** Members that identify a row. The first one that a row has decides whether the run created it. */
const NAMES = ['id', 'publication_id', 'key', 'external_id', 'email'];
/** The member that names the user to whom a row belongs, and the kind of such a user. */
const OWNER = 'user_id';
const OWNER_KIND = 'user';
/**
 * An email address. The lookbehind ensures that a long word is read only once. The labels of its domain are no group,
 * of which millions would take more than the stack.
 */
const ADDRESS = /(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w-][\w.-]*(?<=[\w-])/g;
/** Domains that are reserved for examples and tests (RFC 2606). */
const NOBODYS = /(^|\.|@)(example|test|invalid|localhost)$|@example\.(com|net|org)$/i;

/** Where a value stands. */
interface Where {
  /** Whether rows may be about other people. */
  people: boolean;
  /** Whether it is itself a row of a list. */
  inList: boolean;
  /** Whether it belongs to a row that the run created. */
  inOwn?: boolean;
}

/**
 * Removes what reports must not show: secrets, signatures, and the data of people. Of a row that the run
 * did not create, only the types of its members are shown.
 */
export class Redaction {
  readonly #ledger: Ledger;
  readonly #people: boolean;
  /** The search for the secrets that the ledger has so far. */
  #search = new SecretSearch([]);
  #searched = 0;

  /** @param people whether rows may be about people; false on a mock, whose data is made up */
  constructor(ledger: Ledger, people: boolean) {
    this.#ledger = ledger;
    this.#people = people;
  }

  /** A text without secrets and without addresses of people, cut to its length afterwards. */
  text(text: string): string {
    const whole = withShownDigits(text, this.#currentSearch().longest);
    const open = this.#withoutSecrets(withoutParameters(whole));
    const short = cutShort(whole === text ? open : withShortNumbers(open));
    // A deployment may have sent the marks of what is cut, too, between the halves of a secret.
    return short === open ? short : this.#withoutSecrets(short);
  }

  #withoutSecrets(text: string): string {
    if (!this.#people) return text;
    return this.#currentSearch()
      .redact(text, 'REDACTED')
      .replaceAll(ADDRESS, (address) =>
        this.#ledger.mayChange(address) || NOBODYS.test(address) ? address : 'ADDRESS',
      );
  }

  /** The search for the secrets of the ledger; on a mock, whose secrets are no secrets, for none. */
  #currentSearch(): SecretSearch {
    if (!this.#people) return this.#search;
    const {secrets} = this.#ledger;
    if (secrets.length === this.#searched) return this.#search;
    this.#searched = secrets.length;
    this.#search = new SecretSearch(secrets.map(withOwnDigits));
    return this.#search;
  }

  /** The environment variable from which the configuration reads a secret. */
  variableOf(secret: string): string | undefined {
    return this.#ledger.variableOf(secret);
  }

  /** A value in which every text is redacted, names of members included. */
  texts<T>(value: T): T {
    if (typeof value === 'string') return this.text(value) as T;
    if (Array.isArray(value)) return value.map((member) => this.texts(member)) as T;
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [this.text(name), this.texts(member)]),
    ) as T;
  }

  /** The body of a response, shortened and without secrets, with only the types of foreign rows. */
  body(value: unknown): unknown {
    return this.#short(value, {people: this.#people, inList: false}, 0);
  }

  /** The answer of a hook, which is for the run: only rows in its lists may be about others. */
  answer(value: unknown): unknown {
    const where = {people: this.#people, inList: false};
    return isObject(value) ? this.#members(value, where, 0) : this.#short(value, where, 0);
  }

  /** The body of a request, shortened and without secrets. All rows in it belong to the run. */
  sent(value: unknown): unknown {
    return this.#short(value, {people: false, inList: false}, 0);
  }

  /** Shortens a value. */
  #short(value: unknown, where: Where, depth: number): unknown {
    if (depth > 6) return '...';
    if (Array.isArray(value)) {
      const rows = value.length > 5 ? value.slice(0, 3) : value;
      return [
        ...rows.map((row) => this.#short(row, {...where, inList: true}, depth + 1)),
        ...(value.length > 5 ? [`... ${value.length} in all`] : []),
      ];
    }
    if (typeof value === 'string') return cut(this.text(value), 300);
    if (typeof value === 'number') return this.#number(value);
    if (!isObject(value)) return value;
    if (this.#isHidden(value, where)) return this.#shapeOf(value);
    return this.#members(value, {...this.#inside(value, where), inList: false}, depth);
  }

  /** The shortened members of an object. */
  #members(value: Record<string, unknown>, where: Where, depth: number): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        cut(this.text(name), 300),
        SECRET_MEMBERS.test(name) && typeof member === 'string'
          ? 'REDACTED'
          : this.#short(member, where, depth + 1),
      ]),
    );
  }

  /** Whether only the types of an object's members are shown. What stands in an own row belongs to it, except people. */
  #isHidden(row: Record<string, unknown>, {people, inList, inOwn = false}: Where): boolean {
    if (!people || (inOwn && !belongsToPerson(row))) return false;
    return this.#foreign(row, inList);
  }

  /** Where the members of an object are that is shown. */
  #inside(row: Record<string, unknown>, where: Where): Where {
    return this.#isOwn(row) ? {...where, inOwn: true} : where;
  }

  /** A number, or its own digits if it stands for a longer one, without secrets of digits. */
  #number(value: number): number | string {
    const text = String(value);
    if (text.length < MIN_SECRET_CHARS) return value;
    const shown = this.text(text);
    return shown === text ? value : shown;
  }

  /**
   * The shortened value at a pointer of a response's body; in a foreign row its type, unless it is an empty text.
   * @param concernsForm whether the form of a text is wrong, which its type does not show. Then the text
   * itself is shown, unless the row is about a person.
   */
  at(body: unknown, pointer: string, concernsForm = false): string {
    const path = tokens(pointer);
    const found = at(body, pointer);
    if (found === '') return '""';
    const around = path.map((_, length) => at(body, pointerOf(path.slice(0, length))));
    const isShown = concernsForm && typeof found === 'string' && !around.some(belongsToPerson);
    if (!isShown && this.#isHiddenAmong(around) && found !== undefined)
      return JSON.stringify(this.#shapeOf(found));
    if (SECRET_MEMBERS.test(path.at(-1) ?? '') && typeof found === 'string') return 'REDACTED';
    return cut(JSON.stringify(this.body(found)) ?? 'nothing', 120);
  }

  /** Whether one of the values around a member is hidden, from the outermost on. */
  #isHiddenAmong(around: readonly unknown[]): boolean {
    let where: Where = {people: this.#people, inList: false};
    for (const [depth, one] of around.entries()) {
      if (!isObject(one)) continue;
      where = {...where, inList: Array.isArray(around[depth - 1])};
      if (this.#isHidden(one, where)) return true;
      where = this.#inside(one, where);
    }
    return false;
  }

  /** The types of a value's members. */
  #shapeOf(value: unknown): unknown {
    if (Array.isArray(value)) return value.length ? [this.#shapeOf(value[0])] : [];
    if (isObject(value))
      return Object.fromEntries(
        Object.entries(value).map(([name, member]) => [this.text(name), this.#shapeOf(member)]),
      );
    return value === null ? 'null' : typeof value;
  }

  #foreign(row: Record<string, unknown>, inList: boolean): boolean {
    return nameOf(row) === undefined ? inList && !this.#isOwn(row) : !this.#isOwn(row);
  }

  /** Whether the run created a row, or the user whom a row without people's data belongs to. */
  #isOwn(row: Record<string, unknown>): boolean {
    const name = nameOf(row);
    if (name !== undefined && this.#mayChange(row[name])) return true;
    return !belongsToPerson(row) && this.#mayChange(row[OWNER], OWNER_KIND);
  }

  #mayChange(id: unknown, kind?: string): boolean {
    return (
      (typeof id === 'string' || typeof id === 'number') && this.#ledger.mayChange(String(id), kind)
    );
  }
}

/** The first member that identifies a row. */
const nameOf = (row: Record<string, unknown>): string | undefined =>
  NAMES.find((one) => row[one] !== undefined && row[one] !== null);

/** Whether an object is about a person. */
const belongsToPerson = (one: unknown): boolean =>
  isObject(one) && OF_PEOPLE.some((name) => Object.hasOwn(one, name));

/** The beginning of a parameter of a URL whose name says that it is a secret. */
const SECRET_NAME =
  '([?&](?=[\\w-]*?(?:signature|token|key|credential|secret|sig|hmac|policy|auth))[\\w-]+=)';

/** Such a parameter, in a text where quotation marks may surround the URL, and in one that is nothing but a URL. */
const IN_TEXT = new RegExp(`${SECRET_NAME}([^&\\s'"]+)`, 'gi');
const IN_URL = new RegExp(`${SECRET_NAME}([^&\\s]+)`, 'gi');
const URL_ALONE = /^https?:\/\/\S*$/i;

/**
 * A text without the signatures and keys in its URLs, which grant access like credentials. The mark behind a
 * URL that will be cut remains.
 */
const withoutParameters = (text: string): string =>
  text.replaceAll(
    URL_ALONE.test(text) ? IN_URL : IN_TEXT,
    (_, name: string, value: string) =>
      `${name}REDACTED${value.includes(END_OF_CUT) ? END_OF_CUT : ''}`,
  );

const pointerOf = (path: string[]): string =>
  path.map((token) => `/${escapeToken(token)}`).join('');
