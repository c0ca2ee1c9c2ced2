/** Physical content (Content, Physical content). */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {check, type Check, type Judgement, type Setup} from '../../../language/check.ts';
import {isCreated} from '../../../language/outcome.ts';
import {
  all,
  hidden,
  expectOutcome,
  promisedBy,
  saw,
  summaryOf,
  whenServed,
} from '../../../language/judge.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {changed, checksOfTrials, type Change} from '../../../tables/trials.ts';
import {issueIn} from '../../issue-rows.ts';
import {newBook, send} from '../../issuing.ts';
import {expectAcceptedWith} from './accepted.ts';
import {expectTextGiven} from '../update/kept-members.ts';

/** The hook call that may have enabled the sale of physical books. */
export interface Enabled {
  /** Absent if no hook can switch it. */
  switched?: Handle;
}

/** The choice of a profile that says that the operator sells no physical books. */
export const WITHOUT_BOOKS = {point: 'NS-ST-99', choice: 'not enabled'};

/** A store that sells physical books: enabled by a hook, or unchanged. */
export const physicalOn: Setup<Enabled> = {
  id: 'store: physical books are sold',
  reusable: true,
  ways: [
    (s: Script) => ({switched: s.control('switch-physical', {role: 'admin', on: true})}),
    () => ({}),
  ],
  onlyFirstWayIf: WITHOUT_BOOKS,
};

/**
 * Judges a store that sells physical books. A store that does not sell them answers 403,
 * which is the operator's choice (NS-ST-99), unless a hook or the profile says that it sells them.
 */
function whenSold(
  book: Exchange,
  {switched}: {switched?: Exchange},
  judgement: () => Judgement,
): Judgement {
  const isOff = book.status === 403 && book.situations.includes('physical-off');
  if (!isOff || switched) return judgement();
  return hidden(
    'NS-ST-99',
    'not enabled',
    'the store does not sell physical books',
    promisedBy('enabled', {
      branch: 'physical books refused',
      expected: 'the upload of a physical book to be accepted',
      got: summaryOf(book),
      at: book,
    }),
  );
}

/** Judges only with an accepted plain book. */
export const whenBookAccepted = (
  book: Exchange,
  seen: {switched?: Exchange},
  judgement: () => Judgement,
): Judgement => whenSold(book, seen, () => whenServed(book, judgement));

/** The measures of a physical book, each an integer (Content, Physical content). */
export const MEASURES: Record<string, number> = {
  pages: 320,
  height: 21,
  width: 14,
  weight: 350,
  thickness: 2,
};

/** The other members of a physical book. */
const OTHERS = {
  binding_type: 'paperback',
  editing_location: 'Buenos Aires',
  table_of_contents: '<ol><li>Ebb</li><li>Flow</li></ol>',
};

/** Uploads of physical books with a change. @param more members that all of them have */
export const booksOf = (s: Script, {switched}: Enabled, more: Record<string, Val> = {}) => ({
  ...(switched && {seen: {switched}}),
  send: (change: Change) => send(s, changed(newBook(s, more), change)),
});

/** What all tables of books have in common. */
export const OF_BOOKS = {
  given: physicalOn,
  when: (book: Exchange, judgement: () => Judgement, seen: {switched?: Exchange}) =>
    whenBookAccepted(book, seen, judgement),
};

/** The stock is accepted as a boolean, as a quantity, or as both (NS-ST-61). */
function expectStockAccepted(inStock: Exchange, quantity: Exchange): Judgement {
  const [asBoolean, asNumber] = [isCreated(inStock), isCreated(quantity)];
  const kinds = [asBoolean ? ['a boolean'] : [], asNumber ? ['a quantity'] : []].flat();
  return all(
    saw(kinds.join(' and ') || 'neither'),
    asNumber
      ? expectOutcome(quantity, 'created', 'refused')
      : expectAcceptedWith('stock', inStock, 'refused as a boolean and as a quantity'),
  );
}

/** Members of books that are accepted. */
const accepted = checksOfTrials({
  scene: 'store: physical books',
  ...OF_BOOKS,
  begin: (s, made: Enabled) => booksOf(s, made),
  rows: {
    'store.content.physical-measures-are-accepted': {
      'pages refused': {created: {'/pages': 320}},
      'measures refused': {
        created: {'/height': 21, '/width': 14, '/weight': 350, '/thickness': 2},
      },
    },
    'store.content.physical-texts-are-accepted': {
      'binding_type refused': {created: {'/binding_type': 'paperback'}},
      'editing_location refused': {created: {'/editing_location': 'Buenos Aires'}},
    },
    'store.content.physical-contents-are-html': {
      'HTML refused': {created: {'/table_of_contents': OTHERS.table_of_contents}},
    },
    'store.content.stock-is-a-boolean-or-a-quantity': {
      requests: {inStock: {'/stock': true}, quantity: {'/stock': 12}},
      judge: ({inStock, quantity}: Record<'inStock' | 'quantity', Exchange>) =>
        expectStockAccepted(inStock, quantity),
    },
  },
});

/** Books with all members, of which one measure is no integer, and one without its type. */
const wrong = checksOfTrials({
  scene: 'store: physical books with measures that are no numbers',
  onlyOnTestTargets: true,
  ...OF_BOOKS,
  begin: (s, made: Enabled) => booksOf(s, made, {...MEASURES, ...OTHERS, lang: 'es'}),
  rows: {
    'store.content.physical-measures-are-integers': Object.fromEntries(
      Object.keys(MEASURES).flatMap((name) => [
        [`${name}: a word is accepted`, {[`/${name}`]: 'many'}],
        [`${name}: a fraction is accepted`, {[`/${name}`]: 12.5}],
      ]),
    ),
    'store.content.physical-is-said-by-its-type @ of a book with measures': {
      'measures are taken for the type': {'/type': undefined},
    },
  },
});

/** Uploads of physical books. */
export const physical: Check[] = [
  check({
    rule: 'store.content.physical-needs-no-file',
    given: physicalOn,
    act: (s, {switched}) => ({...(switched && {switched}), plain: send(s, newBook(s))}),
    judge: ({plain, ...seen}) =>
      whenSold(plain, seen, () => expectOutcome(plain, 'created', 'refused')),
  }),
  ...accepted,
  ...wrong,
  check({
    rule: 'store.content.name-is-as-given',
    place: 'of a physical book',
    given: physicalOn,
    act: (s, {switched}) => ({
      ...(switched && {switched}),
      book: send(s, newBook(s, {...MEASURES, lang: 'es'})),
    }),
    judge: ({book, ...seen}) =>
      whenBookAccepted(book, seen, () => {
        const shown = {how: 'of a physical book', row: issueIn(book), where: book};
        return expectTextGiven(shown, 'name', book.requestBody?.name);
      }),
  }),
];
