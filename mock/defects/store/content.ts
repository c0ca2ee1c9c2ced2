import type {Defect} from '../../defect.ts';
import {bystanders} from './content/bystanders.ts';
import {converted} from './content/converted.ts';
import {drawn} from './content/drawn.ts';
import {deleted} from './content/deleted.ts';
import {found, pages} from './content/found.ts';
import {leftBehind} from './content/left-behind.ts';
import {nearMisses} from './content/near-misses.ts';
import {onUpdate} from './content/on-update.ts';
import {particularTexts} from './content/particular-texts.ts';
import {prefixedMembers} from './content/prefixed-members.ts';
import {readAgain} from './content/read-again.ts';
import {replaced} from './content/replaced.ts';
import {required} from './content/required.ts';
import {taken} from './content/taken.ts';
import {updated} from './content/updated.ts';
import {uploaded} from './content/uploaded.ts';

/** Defects of the rules of `store/content`. */
export const content: Defect[] = [
  ...uploaded,
  ...required,
  ...nearMisses,
  ...particularTexts,
  ...taken,
  ...found,
  ...pages,
  ...updated,
  ...onUpdate,
  ...replaced,
  ...deleted,
  ...converted,
  ...prefixedMembers,
  ...drawn,
  ...leftBehind,
  ...readAgain,
  ...bystanders,
];
