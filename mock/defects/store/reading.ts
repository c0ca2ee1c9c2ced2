import type {Defect} from '../../defect.ts';
import {filterValues} from './reading/filter-values.ts';
import {goingOn} from './reading/going-on.ts';
import {lists} from './reading/lists.ts';
import {pages} from './reading/pages.ts';
import {particularReaders} from './reading/particular-readers.ts';
import {shown} from './reading/shown.ts';
import {stores} from './reading/stores.ts';
import {walks} from './reading/walks.ts';
import {whatIsGone} from './reading/what-is-gone.ts';
import {whateverFilters} from './reading/whatever-filters.ts';

/** Defects of the rules of `store/reading`. */
export const reading: Defect[] = [
  ...shown,
  ...lists,
  ...pages,
  // Defects that only particular values, orders and states show.
  ...filterValues,
  ...walks,
  ...whateverFilters,
  ...particularReaders,
  ...goingOn,
  ...stores,
  ...whatIsGone,
];
