import type {Defect} from '../../../defect.ts';
import type {View} from '../../../operation.ts';
import {breaking, hearing, seeing} from '../../breaking.ts';
import {CREATE, LIST, DEACTIVATE, making} from './changed-users.ts';

/** What each filter of the list finds. */
export const lists: Defect[] = [
  ...breaking('store.users.query-by-email-finds-that-user-only', {
    'everyone is found': hearing(LIST, ({query}) => (query['query']?.includes('@') ? {query: {}} : {})),
    'the newest is found': seeing(LIST, (view) => ({all: <R>(table: string) => view.newest(table, {limit: 1}) as R[]})),
    'nobody is found': hearing(LIST, ({query}) => (query['query']?.includes('@') ? {query: {query: 'nobody'}} : {})),
  }),
  ...breaking('store.users.query-deactivated-lists-deactivated-only', {
    'everyone is listed': hearing(LIST, ({query}) => (query['query'] === 'deactivated' ? {query: {...query, query: ''}} : {})),
    'the newest of them is left out': seeing(LIST, (view, {query}) => ({
      all: <R>(table: string, index: string, value: string) => view.all(table, index, value).slice(0, query['query'] === 'deactivated' ? -1 : undefined) as R[],
    })),
    'admins are listed too': seeing(LIST, (view) => ({
      all: <R>(table: string, index: string, value: string) =>
        [...(index === 'gone' ? view.all(table, 'admin', 'yes') : []), ...view.all(table, index, value)] as R[],
    })),
  }),
  ...breaking('store.users.query-admins-lists-admins-only', {
    'everyone is listed': hearing(LIST, ({query}) => (query['query'] === 'admins' ? {query: {...query, query: ''}} : {})),
    'only the first of them': seeing(LIST, (view) => ({
      all: <R>(table: string, index: string, value: string) => view.all(table, index, value).slice(0, index === 'admin' ? 1 : undefined) as R[],
    })),
    'the newest user is listed too': seeing(LIST, (view) => ({
      all: <R>(table: string, index: string, value: string) =>
        [...view.all(table, index, value), ...(index === 'admin' ? view.newest(table, {limit: 1}) : [])] as R[],
    })),
  }),
  ...breaking('store.users.list-without-query-is-unfiltered', {
    'it lists admins': hearing(LIST, ({query}) => (query['query'] === undefined ? {query: {...query, query: 'admins'}} : {})),
    'the newest is left out': seeing(LIST, (view) => ({
      newest: <R>(table: string, asked: Parameters<View['newest']>[1]) => view.newest(table, {...asked, limit: asked.limit + 1}).slice(1) as R[],
    })),
  }),
  ...breaking('store.users.deleted-at-is-set-while-deactivated', {
    'it stays null': {seam: 'change', in: DEACTIVATE, table: 'users', keep: ['deleted']},
    'it is set from the beginning': making(CREATE, ({created}) => ({deleted: created})),
  }),
  ...breaking('store.users.created-is-active', {
    'a new user waits': making(CREATE, ({created}) => ({state: 'deactivated', deleted: created})),
    'a new user is not found': {seam: 'change', in: CREATE, table: 'users', drop: true},
  }),
];
