import type {Defect, Seam} from '../../../defect.ts';
import {invalid} from '../../../store/invalid.ts';
import {around, atPlace, breaking, receiving} from '../../breaking.ts';
import {LIST} from './shown-sessions.ts';

/** Checks one keyword of `per_page` on first pages only; later pages have two sessions then. */
const onFirstPagesOnly = (keyword: string, isWrong: (size: string) => boolean): Seam => ({
  seam: 'several',
  seams: [
    {seam: 'schema', in: 'listAuthSessions', pointer: 'query/per_page', keyword},
    around(LIST, (next) => (view, input) => {
      const {per_page: size, cursor} = input.query;
      if (size === undefined || !isWrong(size)) return next(view, input);
      if (cursor === undefined) return invalid({per_page: ['The per page is invalid.']});
      return next(view, {...input, query: {...input.query, per_page: '2'}});
    }),
  ],
});

const PLACE = 'beside a cursor';

/** Defects of the size of later pages. */
export const sizesOfLaterPages: Defect[] = [
  ...atPlace(
    PLACE,
    breaking('store.auth-sessions.per-page-is-at-least-1', {
      'a later page of 0 is served': onFirstPagesOnly('minimum', (size) => Number(size) < 1),
    }),
  ),
  ...atPlace(
    PLACE,
    breaking('store.auth-sessions.per-page-is-at-most-200', {
      'a later page of 201 is served': onFirstPagesOnly('maximum', (size) => Number(size) > 200),
    }),
  ),
  ...atPlace(
    'with more than 100 sessions',
    breaking('store.auth-sessions.per-page-is-at-most-200', {
      'a page has 100 sessions at most': receiving(LIST, ({query}) =>
        Number(query['per_page']) > 100 ? {query: {...query, per_page: '100'}} : {},
      ),
    }),
  ),
  ...atPlace(
    `${PLACE}, much too large`,
    breaking('store.auth-sessions.per-page-is-at-most-200', {
      'a later page of thousands is served': onFirstPagesOnly(
        'maximum',
        (size) => Number(size) > 200,
      ),
    }),
  ),
  ...atPlace(
    PLACE,
    breaking('store.auth-sessions.per-page-must-be-an-integer', {
      'a later page of 1.5 is served': onFirstPagesOnly('type', (size) => !/^-?\d+$/.test(size)),
    }),
  ),
  ...atPlace(
    `${PLACE}, a word`,
    breaking('store.auth-sessions.per-page-must-be-an-integer', {
      'a later page of many is served': onFirstPagesOnly('type', (size) => !/^-?\d+$/.test(size)),
    }),
  ),
];
