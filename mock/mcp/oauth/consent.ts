import express, {type RequestHandler, type Response} from 'express';
import type {CodeRow} from '../../workspace/mcp/rows.ts';
import type {Change} from '../../world/change.ts';
import type {World} from '../../world/world.ts';
import {oauthRequestOf, type OauthRequest} from './oauth-request.ts';
import {choicesOf} from './choices.ts';
import {pageHeaders, troublePage} from './consent-page.ts';
import {clientOf, codes} from './tables.ts';
import {openTicket, type Ticket} from './ticket.ts';

const TROUBLE = {
  forged: [
    'This answer fits no question that was asked here.',
    'a ticket that the consent page gave',
  ],
  late: ['This page is too old to be answered.', 'an answer within ten minutes'],
  gone: ['The client is not registered any more.', 'a client that is registered'],
  unclear: ['Neither Allow nor Deny was pressed.', 'decision allow or deny'],
  nowhere: ['This is no workspace that can be chosen.', 'a workspace of the page'],
} as const;

/**
 * Takes a person's answer to the consent page, and sends him back to the client (RFC 6749, section
 * 4.1.2; RFC 9207).
 */
export const consent: RequestHandler[] = [
  express.urlencoded({extended: false, limit: '1mb'}),
  async (request, response) => {
    const asked = oauthRequestOf(response);
    const {world} = asked;
    const {ticket: said, workspace, decision} = (request.body ?? {}) as Record<string, unknown>;
    const ticket = openTicket(world, said);
    if (typeof ticket === 'string') return trouble(response, ticket);
    if (!clientOf(world, ticket.client)) return trouble(response, 'gone');
    if (decision === 'deny') {
      asked.why = {expected: 'consent', got: 'Deny', todo: 'a person has to press Allow'};
      asked.situation = 'access_denied';
      return back(response, asked, ticket, {
        error: 'access_denied',
        error_description: 'The person denied.',
      });
    }
    if (decision !== 'allow') return trouble(response, 'unclear');
    const chosen = choicesOf(world, ticket.client).find(({id}) => id === workspace);
    if (!chosen) return trouble(response, 'nowhere');
    const code = await spell(world, ticket, chosen.id);
    asked.situation = 'code-given';
    return back(response, asked, ticket, {code});
  },
];

/** Codes that a world keeps, for its clock may stand still. */
export const MOST_CODES = 1000;

/** Makes a code; codes that nobody came with in time go. */
async function spell(
  world: World,
  {client, scopes, challenge, redirectUri, redirectSent}: Ticket,
  tenant: string,
): Promise<string> {
  const expires = world.now() + world.numbers['workspace.mcp.code_seconds']! * 1000;
  const row: CodeRow = {
    key: world.ids.secret('code'),
    tenant,
    seq: world.newSeq(),
    client,
    scopes,
    challenge,
    redirectUri,
    redirectSent,
    expires,
  };
  const all = codes(world);
  const late: Change[] = all
    .filter((each, at) => each.expires <= world.now() || all.length - at >= MOST_CODES)
    .map(({key}) => ({table: 'oauth_codes', del: key}));
  await world.commit({changes: [...late, {table: 'oauth_codes', put: row}], effects: []});
  return row.key;
}

function back(
  response: Response,
  {addresses: {issuer}}: OauthRequest,
  {redirectUri, state}: Ticket,
  said: Record<string, string>,
): void {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries({
    ...said,
    ...(state !== undefined && {state}),
    iss: issuer,
  }))
    url.searchParams.set(name, value);
  response.set('Cache-Control', 'no-store').redirect(303, url.href);
}

function trouble(response: Response, name: keyof typeof TROUBLE): void {
  const asked = oauthRequestOf(response);
  const [what, expected] = TROUBLE[name];
  asked.situation = `consent-${name}`;
  asked.why = {expected, got: what, todo: 'start again from the client'};
  response
    .status(400)
    .set(pageHeaders())
    .send(troublePage(what, 'Go back to the client and start again.'));
}
