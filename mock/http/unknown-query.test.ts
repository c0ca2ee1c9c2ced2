import {expect, test} from 'vitest';
import {unknownQuery} from './unknown-query.ts';

const DECLARED = ['id_type', 'per_page', 'page'];

test.each([
  ['/orders/x?id-type=external', 'id-type is no query parameter here: did you mean id_type?'],
  ['/orders?perPage=3', 'perPage is no query parameter here: did you mean per_page?'],
  ['/orders?page=1&par_page=3', 'par_page is no query parameter here: did you mean per_page?'],
  ['/orders?q=x', 'q is no query parameter here'],
  [`/orders?${'q'.repeat(500)}=x`, 'qqqqqqqq... is no query parameter here'],
  ['/orders?page=1', undefined],
  ['/orders', undefined],
])('%.40s', (path, note) => expect(unknownQuery(path, DECLARED)).toBe(note));
