import express, {type Request, type RequestHandler, type Response} from 'express';
import {defined} from '../../../spec/defined.ts';
import {isOwnForm} from '../../http/own-form.ts';
import {errorPage, pageHeaders} from '../../http/page-frame.ts';
import {noteBody} from '../../http/recorded.ts';
import type {CodeRow, DecisionRow} from '../../workspace/mcp/rows.ts';
import type {Change} from '../../world/change.ts';
import type {World} from '../../world/world.ts';
import {commitGranted} from './commit-granted.ts';
import {choicesOf} from './choices.ts';
import {oauthRequestOf} from './oauth-request.ts';
import {clientOf, codes, decisions} from './tables.ts';
import {
  MAX_DECISIONS,
  oldestOf,
  openTicket,
  type SealedTicket,
  type Ticket,
  type TicketFault,
} from './ticket.ts';

/** A decision that cannot be accepted: what the person reads, and what the journal had expected. */
interface Fault {
  /** For the journal, for example `consent-ticket-expired`. */
  situation: string;
  message: string;
  expected: string;
}

const TICKET_FAULTS: Record<TicketFault, Fault> = {
  forged: {
    situation: 'consent-ticket-forged',
    message: 'This answer does not belong to a consent page of this server.',
    expected: 'a ticket that the consent page gave',
  },
  expired: {
    situation: 'consent-ticket-expired',
    message: 'This page is too old to be answered.',
    expected: 'an answer within ten minutes',
  },
  answered: {
    situation: 'consent-ticket-answered',
    message: 'This page was answered already.',
    expected: 'one answer to a consent page',
  },
};

const CLIENT_UNKNOWN: Fault = {
  situation: 'consent-client-unknown',
  message: 'The client is not registered any more.',
  expected: 'a client that is registered',
};

const DECISION_MISSING: Fault = {
  situation: 'consent-decision-missing',
  message: 'Neither Allow nor Deny was pressed.',
  expected: 'decision allow or deny',
};

const WORKSPACE_UNKNOWN: Fault = {
  situation: 'consent-workspace-unknown',
  message: 'This is no workspace that can be chosen.',
  expected: 'a workspace of the page',
};

const FOREIGN_FORM: Fault = {
  situation: 'consent-form-foreign',
  message: 'This form came from another site.',
  expected: 'the form of the consent page',
};

/** A world keeps this many codes: while its clock stands still, none expires. */
export const MAX_CODES = 1000;

/**
 * Takes a person's decision on the consent page and redirects to the client, with a code or with
 * `access_denied` (RFC 6749, section 4.1.2; RFC 9207).
 */
export const consent: RequestHandler[] = [
  express.urlencoded({extended: false, limit: '1mb', verify: noteBody}),
  (request, response) => decide(request, response),
];

async function decide(request: Request, response: Response): Promise<void> {
  const {world, addresses} = oauthRequestOf(response);
  if (!isOwnForm(request.headers, addresses.issuer)) return refuse(response, FOREIGN_FORM, 403);
  const form: Record<string, unknown> = request.body ?? {};
  const ticket = openTicket(world, form['ticket']);
  if (typeof ticket === 'string') return refuse(response, TICKET_FAULTS[ticket]);
  if (!clientOf(world, ticket.client)) return refuse(response, CLIENT_UNKNOWN);
  if (form['decision'] === 'deny') return await deny(response, ticket);
  if (form['decision'] !== 'allow') return refuse(response, DECISION_MISSING);
  const choices = choicesOf(world, ticket.client);
  const chosen = choices.find(({id}) => id === form['workspace']);
  if (!chosen) return refuse(response, WORKSPACE_UNKNOWN);
  return allow(response, ticket, chosen.id);
}

async function allow(response: Response, ticket: SealedTicket, workspace: string): Promise<void> {
  const oauth = oauthRequestOf(response);
  const code = await issueCode(oauth.world, ticket, workspace);
  oauth.situation = 'code-issued';
  redirectToClient(response, ticket, {code});
}

async function deny(response: Response, ticket: SealedTicket): Promise<void> {
  const oauth = oauthRequestOf(response);
  await commitGranted(oauth.world, answered(oauth.world, ticket));
  oauth.why = {expected: 'consent', got: 'Deny', todo: 'a person has to press Allow'};
  oauth.situation = 'access_denied';
  redirectToClient(response, ticket, {
    error: 'access_denied',
    error_description: 'The person denied.',
  });
}

function refuse(response: Response, {situation, message, expected}: Fault, status = 400): void {
  const oauth = oauthRequestOf(response);
  oauth.situation = situation;
  oauth.why = {expected, got: message, todo: 'start again from the client'};
  response
    .status(status)
    .set(pageHeaders())
    .send(errorPage(message, 'Go back to the client and start again.'));
}

/** Notes that a ticket was answered, and forgets those that are too old to be answered again. */
function answered(world: World, {nonce: key, number: ticket, until}: SealedTicket): Change[] {
  const row: DecisionRow = {key, tenant: '', seq: world.newSeq(), ticket, until};
  const current = decisions(world).filter((one) => one.until > world.now());
  const stale = decisions(world).filter((one) => one.until <= world.now());
  if (current.length >= MAX_DECISIONS) stale.push(oldestOf([...current, row]));
  return [
    {table: 'oauth_decisions', put: row},
    ...stale.map((one): Change => ({table: 'oauth_decisions', del: one.key})),
  ];
}

/** Makes a code; codes that expired unused are removed, and the oldest above the maximum. */
async function issueCode(world: World, ticket: SealedTicket, tenant: string): Promise<string> {
  const {client, scopes, challenge, redirectUri, redirectSent} = ticket;
  const lifetime = defined(world.numbers['workspace.mcp.code_seconds'], 'the lifetime of codes');
  const row: CodeRow = {
    key: world.ids.secret('code'),
    tenant,
    seq: world.newSeq(),
    client,
    scopes,
    challenge,
    redirectUri,
    redirectSent,
    expires: world.now() + lifetime * 1000,
  };
  const removed = staleCodes(world).map(({key}): Change => ({table: 'oauth_codes', del: key}));
  const changes = [...removed, ...answered(world, ticket), {table: 'oauth_codes', put: row}];
  await commitGranted(world, changes);
  return row.key;
}

function staleCodes(world: World): CodeRow[] {
  const all = codes(world);
  return all.filter(
    ({expires}, index) => expires <= world.now() || all.length - index >= MAX_CODES,
  );
}

function redirectToClient(
  response: Response,
  {redirectUri, state}: Ticket,
  result: Record<string, string>,
): void {
  const {issuer} = oauthRequestOf(response).addresses;
  const url = new URL(redirectUri);
  const parameters = {...result, ...(state !== undefined && {state}), iss: issuer};
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  response.set('Cache-Control', 'no-store').redirect(303, url.href);
}
