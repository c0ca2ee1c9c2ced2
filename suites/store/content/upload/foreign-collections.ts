import type {Check} from '../../../language/check.ts';
import {checkForeignCollection} from '../../foreign-collection.ts';
import {newIssue, send, upload} from '../../issuing.ts';
import {update} from '../issue-steps.ts';

const as = 'second-store' as const;

/** A collection of another store is none of this store (Content, Upload body). */
export const foreignCollections: Check[] = [
  checkForeignCollection('store.content.collections-exist', (s, own, foreign) => ({
    known: send(s, newIssue(s, {collection: [own]}), {as}),
    refused: {
      alone: send(s, newIssue(s, {collection: [foreign]}), {as}),
      'beside one of the store': send(s, newIssue(s, {collection: [own, foreign]}), {as}),
      'on update': update(s, upload(s, {}, {as}), {collection: [foreign]}, {as}),
    },
  })),
];
