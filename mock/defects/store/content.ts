import type {Defect} from '../../defect.ts';
import {accepted} from './content/accepted.ts';
import {deleted} from './content/deleted.ts';
import {found} from './content/found.ts';
import {pages} from './content/pages.ts';
import {required} from './content/required.ts';
import {updated} from './content/updated.ts';
import {uploaded} from './content/uploaded.ts';

/** Defects of the rules of `store/content`. */
export const content: Defect[] = [
  ...uploaded,
  ...required,
  ...accepted,
  ...found,
  ...pages,
  ...updated,
  ...deleted,
];
