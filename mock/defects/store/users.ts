import type {Defect} from '../../defect.ts';
import {bounds} from './users/bounds.ts';
import {lists} from './users/lists.ts';
import {moves} from './users/moves.ts';
import {states} from './users/states.ts';

export const users: Defect[] = [...bounds, ...lists, ...states, ...moves];
