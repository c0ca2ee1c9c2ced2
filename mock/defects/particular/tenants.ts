/** Defects by which a tenant gets in the way of another one that does the same at the same time. */

import type {Input} from '../../operation.ts';
import {
  afterOtherTenant,
  forLaterTenants,
  refusedAs,
  theirsAs,
  unstored,
} from '../families/tenants.ts';
import {particular, type ParticularDefect} from './particular.ts';

/** A member of the body by which a defect recognizes what another tenant has. */
const member =
  (name: string) =>
  ({body}: Input): unknown =>
    (body as Record<string, unknown> | undefined)?.[name];

/** The URL of a read. */
const url = ({path, query}: Input): unknown => [path, query];

/** The same for every request. */
const anything = (): unknown => 'anything';

/** The particular defects by which stores get in each other's way. */
const ofStores: ParticularDefect[] = [
  ...particular('tenants', 'store.users.create-answers-201', {
    // A creation is refused if the email is one of another store.
    'an email is unique over all stores': afterOtherTenant(
      'createUser',
      member('email'),
      refusedAs('invalid'),
    ),
  }),
  ...particular('tenants', 'store.users.created-is-as-given', {
    // A search is answered from a cache that knows the URL only.
    'a search is answered as another store was': afterOtherTenant('listUsers', url, theirsAs()),
  }),
  ...particular('tenants', 'store.users.force-logout-takes-the-external-id', {
    // Ending the sessions of a user by an external_id does nothing if another store did the same last.
    'a logout reaches the store that logged out last': afterOtherTenant(
      'forceLogout',
      ({path}) => path['id'],
      unstored,
    ),
  }),
  ...particular('tenants', 'store.users.deactivate-answers-200', {
    // A deactivation directly after one of another store does nothing.
    'a deactivation after one of another store is lost': afterOtherTenant(
      'deactivateUser',
      anything,
      unstored,
    ),
  }),
  ...particular('tenants', 'store.plans.create-answers-201', {
    // A plan is refused if another store has made the last plan of its name.
    'the name of a plan is unique over all stores': afterOtherTenant(
      'createPlan',
      member('name'),
      refusedAs('invalid'),
    ),
  }),
  ...particular('tenants', 'store.plans.update-is-kept', {
    // An update of a plan is lost if another store gave one of its plans the same name last.
    'an update reaches the plan of another store': afterOtherTenant(
      'updatePlan',
      member('name'),
      unstored,
    ),
  }),
  ...particular('tenants', 'store.orders.external-reference-finds-the-order', {
    // A reference finds the order that was written last, which is no order of this store.
    'a reference is looked up in every store': afterOtherTenant(
      'createOrder',
      member('external_reference'),
      unstored,
    ),
  }),
  ...particular('tenants', 'store.orders.moves-are-the-listed-ones', {
    // A change of an order directly after one of another store is lost.
    'a change after one of another store is lost': afterOtherTenant(
      'updateOrder',
      anything,
      unstored,
    ),
  }),
  ...particular('tenants', 'store.content.delete-answers-200', {
    // A deletion directly after one of another store does nothing.
    'a deletion after one of another store is lost': afterOtherTenant(
      'deleteIssue',
      anything,
      unstored,
    ),
  }),
  ...particular('tenants', 'store.users.update-is-kept', {
    // An update is stored where the first store keeps its users.
    'users of a second store are not updated': forLaterTenants('updateUser', unstored),
  }),
];

/** The particular defects by which workspaces get in each other's way. */
const ofWorkspaces: ParticularDefect[] = [
  ...particular('tenants', 'workspace.runs.key-is-bound-to-its-workspace', {
    // An `Idempotency-Key` of another workspace replays its run.
    'a key replays the run of another workspace': afterOtherTenant(
      'startRun',
      ({headers}) => headers['idempotency-key'],
      theirsAs('replayed'),
    ),
  }),
  ...particular('tenants', 'workspace.runs.start-answers-202', {
    // A tool is busy if another workspace has started it last.
    'a tool is busy for all workspaces': afterOtherTenant(
      'startRun',
      member('tool'),
      refusedAs('busy'),
    ),
  }),
  ...particular('tenants', 'workspace.uploads.registered-is-listed', {
    // A registration under a file name that another workspace has registered last is not stored.
    'a file name is registered for another workspace': afterOtherTenant(
      'createPublication',
      member('original_filename'),
      unstored,
    ),
  }),
  ...particular('tenants', 'workspace.publications.page-is-stable', {
    // The first page of the list is the one that the workspace before was shown.
    'the list is cached for all workspaces': afterOtherTenant('listPublications', url, theirsAs()),
  }),
];

/** The particular defects that depend on what another tenant does. */
export const tenants: ParticularDefect[] = [...ofStores, ...ofWorkspaces];
