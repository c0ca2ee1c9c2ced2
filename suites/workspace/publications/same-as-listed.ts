import {at} from '../../../spec/json.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Judgement} from '../../language/check.ts';
import {all, expectEqual, expectMember, when} from '../../language/judge.ts';
import {publications} from './walks.ts';

/**
 * Members that are the same in every read once they have a value. A title and a working file may
 * come later (NS-WS-09).
 */
const LASTING = [
  'type',
  'title',
  'original_size_bytes',
  'working_file_id',
  'working_file_size_bytes',
  'created_at',
];

/** The members of a publication are those of its row in the list. */
export function expectSameAsListed(pages: Exchange[], id: unknown, read: Exchange): Judgement {
  const row = publications.rows(pages).find((one) => one.id === id);
  const both = LASTING.filter((name) =>
    [row, read.body].every((one) => (at(one, `/${name}`) ?? null) !== null),
  );
  return when(row !== undefined, 'the publication was not listed', () =>
    all(
      expectEqual(read.body?.id, id, 'another-publication', read, '`id` of the publication'),
      ...both.map((name) => expectMember(read, `/${name}`, at(row, `/${name}`), `another ${name}`)),
    ),
  );
}
