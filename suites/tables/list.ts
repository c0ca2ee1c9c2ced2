/** For a list: what checks say of its rows, such as that something is listed, is not, or stands there once. */

import type {Exchange} from '../../spec/exchange.ts';
import {isObject} from '../../spec/json.ts';
import type {Judgement} from '../language/check.ts';
import {
  all,
  expectEqual,
  expectNone,
  expectThat,
  nothing,
  undecided,
  when,
} from '../language/judge.ts';
import {cutOf, missing, repeated, rowsAt, whenWalkedToTheEnd} from '../language/rows.ts';

/** A row as a list shows it. */
export type Row = Record<string, unknown>;

/** A page, or the pages of a walk. */
export type Pages = Exchange | Exchange[];

/** The description of a list. */
interface ListDescription {
  /** What a row stands for, in the singular: `user`. */
  kind: string;
  /** JSON Pointer of the rows of a page. Default: `/data`. */
  rows?: string;
  /** What identifies a row. Default: its `id`. */
  idOf?: (row: Row) => unknown;
  /** What identifies the row of something, by the response that made it. */
  idIn: (made: Exchange) => unknown;
  /** The row of something, where no id identifies it. */
  find?: (rows: Row[], made: Exchange) => Row | undefined;
  /** What a walk leaves undecided that did not reach the end of the list. */
  ifCut?: (reason: string) => Judgement;
}

/** A list, by its description. */
export class List {
  /** What a row stands for, in the singular. */
  readonly kind: string;
  readonly #pointer: string;
  readonly #idOf: (row: Row) => unknown;
  readonly #find: (rows: Row[], made: Exchange) => Row | undefined;
  readonly #ifCut: (reason: string) => Judgement;
  /** What identifies the row of something, by the response that made it. */
  readonly idIn: (made: Exchange) => unknown;

  constructor(description: ListDescription) {
    const {kind, rows = '/data', idOf = ({id}) => id, idIn, ifCut = undecided} = description;
    this.kind = kind;
    this.#pointer = rows;
    this.#idOf = idOf;
    this.#ifCut = ifCut;
    this.idIn = idIn;
    this.#find =
      description.find ??
      ((all, made) => {
        const id = idIn(made);
        return all.find((row) => idOf(row) === id);
      });
  }

  /**
   * The rows of pages; a page that found nothing (404) has none.
   * @throws NothingSeen for a response that is no list
   */
  readonly rows = (pages: Pages): Row[] => {
    const lists = [pages].flat().filter(({situations}) => !situations.includes('nothing-found'));
    return rowsAt(lists, this.#pointer).filter(isObject);
  };

  /** What identifies each row of pages, in their order. */
  readonly ids = (pages: Pages): unknown[] => this.rows(pages).map(this.#idOf);

  /** The row of something that was made; undefined if the pages do not show it. */
  readonly rowOf = (pages: Pages, made: Exchange): Row | undefined =>
    this.#find(this.rows(pages), made);

  /** Judges the row of something that was made, if the pages show it. */
  readonly whenShown = (
    pages: Pages,
    made: Exchange,
    judge: (row: Row) => Judgement,
  ): Judgement => {
    const row = this.rowOf(pages, made);
    return row ? judge(row) : undecided(`the list does not show the ${this.kind}`);
  };

  /** Judges things that existed at the same time, as the pages show. */
  readonly whenAllShown = (
    pages: Pages,
    made: Exchange[],
    judgement: () => Judgement,
  ): Judgement => {
    const lacking = missing(made.map(this.idIn), this.ids(pages)).length;
    const reason = `the list did not show ${lacking} of ${made.length} ${this.kind}s before`;
    return when(lacking === 0, reason, judgement);
  };

  /**
   * Something that was made is on the pages, and `judge` accepts its row. A walk that did not reach the end of the list
   * decides nothing about a row that it did not show.
   */
  readonly expectListed = (
    pages: Pages,
    made: Exchange,
    branch: string,
    judge?: (row: Row) => Judgement,
  ): Judgement => {
    const row = this.rowOf(pages, made);
    const all = [pages].flat();
    const cut = cutOf(all);
    const kind = this.kind;
    if (!row && cut)
      return this.#ifCut(
        `the ${kind} was not on the pages that were read, and not all were: ${cut}`,
      );
    if (row && judge) return judge(row);
    return expectThat(row !== undefined, {
      branch,
      expected: `the list with the ${kind}`,
      got: row ? `the ${kind}` : `${this.rows(all).length} other ${kind}s`,
      at: all[0],
    });
  };

  /** Something that was made is not on the pages. */
  readonly expectNotListed = (
    pages: Pages,
    made: Exchange,
    branch: string,
    expected = `the ${this.kind} not to be listed`,
  ): Judgement =>
    expectThat(this.rowOf(pages, made) === undefined, {
      branch,
      expected,
      got: `the list with that ${this.kind}`,
      at: [pages].flat()[0],
    });

  /** A member of a row has the expected value. */
  readonly expectRowMember = (
    row: Row | undefined,
    name: string,
    expected: unknown,
    branch: string,
    where: Exchange | undefined,
  ): Judgement =>
    expectEqual(row?.[name], expected, branch, where, `\`${name}\` of the listed ${this.kind}`);

  /** A member has the expected value in the row of something that was made, where the pages show it. */
  readonly expectMemberIfListed = (
    pages: Pages,
    made: Exchange,
    name: string,
    expected: unknown,
    branch: string,
  ): Judgement => {
    const row = this.rowOf(pages, made);
    return row
      ? this.expectRowMember(row, name, expected, branch, [pages].flat().at(-1))
      : nothing();
  };

  /** The pages show every one of these, and a walk read all of them. */
  readonly expectNoneLost = (pages: Pages, ids: unknown[], branch: string): Judgement =>
    whenWalkedToTheEnd([[pages].flat()], () =>
      this.#expectNo(missing(ids, this.ids(pages)), 'that the list lacks', branch, pages),
    );

  /** The pages show none of these. */
  readonly expectNoneShown = (
    pages: Pages,
    ids: unknown[],
    what: string,
    branch: string,
  ): Judgement => {
    const shown = new Set(this.ids(pages));
    return this.#expectNo(
      ids.filter((id) => shown.has(id)),
      what,
      branch,
      pages,
    );
  };

  /** The pages show nothing but these. */
  readonly expectNoOthers = (
    pages: Pages,
    ids: unknown[],
    what: string,
    branch: string,
  ): Judgement => this.#expectNo(missing(this.ids(pages), ids), what, branch, pages);

  /** No row is on the pages twice. */
  readonly expectNoneTwice = (pages: Pages, branch: string): Judgement =>
    this.#expectNo(repeated(this.ids(pages)), 'that stands twice', branch, pages);

  /** A walk shows every one of these once, if it reached the end of the list. @param name begins each branch */
  readonly expectEachOnce = (pages: Exchange[], made: Exchange[], name = ''): Judgement =>
    all(this.expectNoneTwice(pages, `${name}visited-twice`), () =>
      this.expectNoneLost(pages, made.map(this.idIn), `${name}not-visited`),
    );

  /** Two responses show the same rows in the same order. */
  readonly expectSameRows = (page: Pages, other: Pages, branch: string): Judgement =>
    expectEqual(
      this.ids(page),
      this.ids(other),
      branch,
      [page].flat().at(-1),
      `the ${this.kind}s on the page`,
    );

  /** No row of a page is on another one. */
  readonly expectOtherRows = (page: Exchange, other: Exchange, branch: string): Judgement =>
    this.expectNoneShown(page, this.ids(other), 'of the page before', branch);

  readonly #expectNo = (found: unknown[], what: string, branch: string, pages: Pages): Judgement =>
    expectNone(found, `${this.kind} ${what}`, branch, [pages].flat().at(-1));
}
