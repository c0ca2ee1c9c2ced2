/** Physical content (Content, Physical content). */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {
  check,
  checksAt,
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
  type Setup,
} from '../../../language/check.ts';
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
const OTHERS: Record<string, Val> = {
  binding_type: 'paperback',
  editing_location: 'Buenos Aires',
  table_of_contents: '<ol><li>Ebb</li><li>Flow</li></ol>',
};

/** Plain books, and books with one more member. */
const books = sharedScene({
  id: 'store: physical books',
  api: 'store',
  given: physicalOn,
  act: (s, {switched}: Enabled) => {
    const book = (more: Record<string, Val> = {}): Handle => send(s, newBook(s, more));
    return {
      ...(switched && {switched}),
      plain: book(),
      pages: book({pages: 320}),
      measures: book({height: 21, width: 14, weight: 350, thickness: 2}),
      binding: book({binding_type: 'paperback'}),
      location: book({editing_location: 'Buenos Aires'}),
      contents: book({table_of_contents: OTHERS.table_of_contents ?? ''}),
      inStock: book({stock: true}),
      quantity: book({stock: 12}),
    };
  },
});

type Measure = 'pages' | 'height' | 'width' | 'weight' | 'thickness';

/** Records a book for each measure. */
const wrongMeasures = <P extends string>(prefix: P, record: (name: Measure) => Handle) =>
  Object.fromEntries(
    (Object.keys(MEASURES) as Measure[]).map((name) => [`${prefix}${name}`, record(name)]),
  ) as Record<`${P}${Measure}`, Handle>;

/** The body of a book that does not say that it is one. */
const untypedBook = (s: Script): Record<string, Val> => {
  const {type: _type, ...body} = newBook(s);
  return body;
};

/** A book with all members, books with one wrong measure, and one without its type. */
const wrongBooks = sharedScene({
  id: 'store: physical books with measures that are no numbers',
  api: 'store',
  onlyOnTestTargets: true,
  given: physicalOn,
  act: (s, {switched}: Enabled) => {
    const book = (more: Record<string, Val>): Handle =>
      send(s, newBook(s, {...MEASURES, ...OTHERS, lang: 'es', ...more}));
    return {
      ...(switched && {switched}),
      full: book({}),
      ...wrongMeasures('', (name) => book({[name]: 'many'})),
      ...wrongMeasures('a fraction of ', (name) => book({[name]: 12.5})),
      untyped: send(s, {...untypedBook(s), ...MEASURES, ...OTHERS}),
    };
  },
});

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

/** Uploads of physical books. */
export const physical: Check[] = [
  ...checksOf(books, {
    'store.content.physical-needs-no-file': (seen) =>
      whenSold(seen.plain, seen, () => expectOutcome(seen.plain, 'created', 'refused')),
    'store.content.physical-measures-are-accepted': (seen) =>
      whenBookAccepted(seen.plain, seen, () =>
        all(
          expectOutcome(seen.pages, 'created', 'pages refused'),
          expectOutcome(seen.measures, 'created', 'measures refused'),
        ),
      ),
    'store.content.physical-texts-are-accepted': (seen) =>
      whenBookAccepted(seen.plain, seen, () =>
        all(
          expectOutcome(seen.binding, 'created', 'binding_type refused'),
          expectOutcome(seen.location, 'created', 'editing_location refused'),
        ),
      ),
    'store.content.physical-contents-are-html': (seen) =>
      whenBookAccepted(seen.plain, seen, () =>
        expectOutcome(seen.contents, 'created', 'HTML refused'),
      ),
    'store.content.stock-is-a-boolean-or-a-quantity': (seen) =>
      whenBookAccepted(seen.plain, seen, () => expectStockAccepted(seen.inStock, seen.quantity)),
  }),
  ...checksOf(wrongBooks, {
    'store.content.physical-measures-are-integers': (seen) =>
      whenBookAccepted(seen.full, seen, () =>
        all(
          ...(Object.keys(MEASURES) as Measure[]).flatMap((name) => [
            expectOutcome(seen[name], 'invalid', `${name}: a word is accepted`),
            expectOutcome(
              seen[`a fraction of ${name}`],
              'invalid',
              `${name}: a fraction is accepted`,
            ),
          ]),
        ),
      ),
  }),
  ...checksAt(wrongBooks, 'store.content.physical-is-said-by-its-type', {
    'of a book with measures': (seen) =>
      whenBookAccepted(seen.full, seen, () =>
        expectOutcome(seen.untyped, 'invalid', 'measures are taken for the type'),
      ),
  }),
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
        const representation = {name: 'of a physical book', issue: issueIn(book), where: book};
        return expectTextGiven(representation, 'name', book.requestBody?.name);
      }),
  }),
];
