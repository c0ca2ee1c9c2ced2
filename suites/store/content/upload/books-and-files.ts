/** Physical books beside files, and books with any measures (Content, Physical content). */

import type {Exchange} from '../../../../spec/exchange.ts';
import {checksOf, sharedScene, type AnyProperty, type Check} from '../../../language/check.ts';
import {isCreated} from '../../../language/outcome.ts';
import {all, expectOutcome, when, nothing} from '../../../language/judge.ts';
import {property} from '../../../language/property.ts';
import type {Handle} from '../../../language/script.ts';
import {classesOf, integers} from '../../../values/values.ts';
import {newBook, newIssue, send} from '../../issuing.ts';
import {expectAcceptedWith} from './accepted.ts';
import {whenBookAccepted, physicalOn, type Enabled} from './physical.ts';

/** A book and a file, each with the external_id of the other kind. */
const oneReference = sharedScene({
  id: 'store: a book and a file of one reference',
  given: physicalOn,
  onlyOnTestTargets: true,
  act: (s, {switched}: Enabled) => {
    const [book, file] = [newBook(s), newIssue(s)];
    return {
      ...(switched && {switched}),
      book: send(s, book),
      file: send(s, file),
      fileLikeBook: send(s, newIssue(s, {external_id: book.external_id})),
      bookLikeFile: send(s, newBook(s, {external_id: file.external_id})),
      bookLikeBook: send(s, newBook(s, {external_id: book.external_id})),
    };
  },
});

/** The measures of a book as integers, from thin books to large ones. */
type Measures = Record<'pages' | 'height' | 'width' | 'weight' | 'thickness', number>;

/** A book of any measures and any stock is accepted, where a plain one is. */
const anyMeasures: AnyProperty = property<
  Measures & {stock: number | boolean},
  Record<'plain' | 'book' | 'stocked' | 'twin', Handle> & {switched?: Handle},
  Enabled
>({
  rule: 'store.content.physical-measures-are-accepted',
  place: 'whatever they are',
  forAll: {
    pages: integers(1, 3000),
    height: integers(1, 150),
    width: integers(1, 150),
    weight: integers(1, 20_000),
    thickness: integers(1, 60),
    stock: classesOf<number | boolean>(0, 1, 100, 100_000, false),
  } as never,
  given: physicalOn,
  maxDrawsOnShared: 0,
  drawFactor: 1,
  act: (s, {stock, ...measures}, {switched}) => ({
    ...(switched && {switched}),
    plain: send(s, newBook(s)),
    book: send(s, newBook(s, measures)),
    stocked: send(s, newBook(s, {stock})),
    // The type of the stock is open (NS-ST-61): a twin with the same type shows whether it is
    // accepted.
    twin: send(s, newBook(s, {stock: typeof stock === 'number' ? 12 : true})),
  }),
  judge: ({plain, book, stocked, twin, ...seen}) =>
    whenBookAccepted(plain, seen as {switched?: Exchange}, () =>
      all(
        ...(['pages', 'height', 'width', 'weight', 'thickness'] as const).map((name) =>
          expectAcceptedWith(name, book, `${name} refused`),
        ),
        isCreated(twin) ? expectOutcome(stocked, 'created', 'another stock is refused') : nothing(),
      ),
    ),
});

/** Books beside files. */
export const booksAndFiles: Check[] = checksOf(oneReference, {
  'store.content.external-id-is-unique @ of books and files': ({
    book,
    file,
    fileLikeBook,
    bookLikeFile,
    bookLikeBook,
    ...seen
  }) =>
    whenBookAccepted(book, seen, () =>
      all(
        expectOutcome(file, 'created', 'a file beside a book is refused'),
        expectOutcome(fileLikeBook, 'invalid', 'a file with the reference of a book is accepted'),
        // If the file was not accepted, for example because it cannot be fetched, its reference
        // remains free.
        when(isCreated(file), 'the file was not accepted', () =>
          expectOutcome(bookLikeFile, 'invalid', 'a book with the reference of a file is accepted'),
        ),
        expectOutcome(bookLikeBook, 'invalid', 'a book with the reference of a book is accepted'),
      ),
    ),
});

/** Books with any measures. */
export const anyBookMeasures: AnyProperty[] = [anyMeasures];
