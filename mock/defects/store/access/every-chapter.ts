import type {Defect, Seam} from '../../../defect.ts';
import {atPlace, breaking, refusingFrom} from '../../breaking.ts';

/** Lets operations accept tokens with which one of them has been called before. */
const rememberedBy = (...operations: string[]): Seam => ({
  seam: 'credential',
  table: 'tokens',
  in: operations,
  edit: 'cached',
});

/** Carries out a request although it is refused for its missing token. */
const carriedOut = (operation: string): Seam => ({
  seam: 'effect',
  situation: 'unauthenticated',
  in: [operation],
});

/** Serves `HEAD` under a condition of which `GET` is refused. */
const servedByHead = (condition: string, ...operations: string[]): Seam => ({
  seam: 'skip',
  situation: condition,
  in: operations,
  methods: ['HEAD'],
});

const DELETED = 'store.access.deleted-token-is-refused';
const REGENERATED = 'store.access.regenerated-token-replaces-the-old';
const REFUSED = 'store.access.refusal-without-token-has-no-effect';

/** Defects of tokens in the chapters besides that of the users (Authentication). */
export const everyChapter: Defect[] = [
  ...atPlace(
    'by every request about users',
    breaking(DELETED, {
      'a deleted token still creates and reactivates users': rememberedBy(
        'createUser',
        'reactivateUser',
      ),
    }),
  ),
  ...atPlace(
    'by every request about orders',
    breaking(DELETED, {
      'a deleted token still creates and cancels orders': rememberedBy(
        'createOrder',
        'cancelOrder',
      ),
      'a deleted token still reads one order': rememberedBy('createOrder', 'getOrder'),
    }),
  ),
  ...atPlace(
    'by every request about content',
    breaking(DELETED, {
      'a deleted token still uploads and deletes content': rememberedBy(
        'createIssue',
        'deleteIssue',
      ),
    }),
  ),
  ...atPlace(
    'by every request about plans',
    breaking(DELETED, {
      'a deleted token still creates and deletes plans': rememberedBy('createPlan', 'deletePlan'),
    }),
  ),
  ...atPlace(
    'by every request about users',
    breaking(REGENERATED, {
      'the old token still creates users and ends their sessions': rememberedBy(
        'createUser',
        'deleteAuthSessionsOfUser',
      ),
    }),
  ),
  ...atPlace(
    'by every request about orders',
    breaking(REGENERATED, {
      'the old token still creates and updates orders': rememberedBy('createOrder', 'updateOrder'),
    }),
  ),
  ...atPlace(
    'by every request about content',
    breaking(REGENERATED, {
      'the old token still uploads and updates content': rememberedBy('createIssue', 'updateIssue'),
    }),
  ),
  ...atPlace(
    'by every request about plans',
    breaking(REGENERATED, {
      'the old token still creates and updates plans': rememberedBy('createPlan', 'updatePlan'),
    }),
  ),
  ...atPlace(
    'twice',
    breaking(REGENERATED, {
      'the token of the second regeneration is refused': refusingFrom(
        'createUser',
        2,
        'unauthenticated',
      ),
      'the token between two regenerations still works': {
        seam: 'credential',
        table: 'tokens',
        edit: 'cached',
      },
    }),
  ),
  ...atPlace(
    'on plans',
    breaking(REFUSED, {
      'a refused creation of a plan is carried out': carriedOut('createPlan'),
      'a refused update of a plan is carried out': carriedOut('updatePlan'),
      'a refused deletion of a plan is carried out': carriedOut('deletePlan'),
    }),
  ),
  ...atPlace(
    'on orders',
    breaking(REFUSED, {
      'a refused order is carried out': carriedOut('createOrder'),
      'a refused pause of an order is carried out': carriedOut('updateOrder'),
      'a refused cancellation is carried out': carriedOut('cancelOrder'),
    }),
  ),
  ...atPlace(
    'on content',
    breaking(REFUSED, {
      'a refused upload is carried out': carriedOut('createIssue'),
      'a refused update of content is carried out': carriedOut('updateIssue'),
      'a refused deletion of content is carried out': carriedOut('deleteIssue'),
    }),
  ),
  ...atPlace(
    'on sessions',
    breaking(REFUSED, {
      'a refused logout is carried out': carriedOut('forceLogout'),
      'a refused deletion of a session is carried out': carriedOut('deleteAuthSession'),
      'a refused deletion of all sessions is carried out': carriedOut('deleteAuthSessionsOfUser'),
    }),
  ),
  ...atPlace(
    'by HEAD',
    breaking('store.access.missing-token-is-refused', {
      'HEAD of users and collections needs no token': servedByHead(
        'no-key',
        'listUsers',
        'listCollections',
      ),
    }),
  ),
  ...atPlace(
    'by HEAD',
    breaking('store.access.unknown-token-is-refused', {
      'HEAD of orders accepts an unknown token': servedByHead('unknown-key', 'listOrders'),
    }),
  ),
];
