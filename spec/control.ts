/**
 * What a target can be made to do that the APIs cannot. The mock's control plane does all of it; a
 * deployment's configuration may name a hook (a command or an HTTP call) for any. The arguments are
 * the hook's JSON input; roles stand for the tenant of that role's credential.
 */
export const CONTROL_VERBS = {
  'leave-places': 'sets the remaining publication allowance of the workspace of `role` to `places`',
  'seed-publications': 'adds `count` registered publications to the workspace of `role`',
  'seed-empty-publication':
    'adds a publication without a file to the workspace of `role`; answers {publications: [id]}',
  'leave-runs':
    'counts so many metered runs as started just now in the workspace of `role` that `runs` are ' +
    'left under the daily ceiling',
  'end-runs':
    'makes the next runs of the workspace of `role` end as `as` says: a list of succeeded, ' +
    'failed, rejected',
  'withhold-downloads': 'makes storage unable to mint download links for the workspace of `role`',
  'push-mirrors':
    'pushes original and modified version of the publication `publication` of the workspace of ' +
    '`role` to the reader store',
  'mint-key':
    'mints a workspace key with default abilities in the workspace of `role`; answers {key}',
  'issue-token':
    'issues an OAuth access token with the scope mcp:use for the workspace of `role`; ' +
    'answers {token, id}',
  'expire-token': 'makes the access token `id` expire now',
  'revoke-token': 'revokes the access token `id`',
  'unresolve-plan': 'makes the plan of the workspace of `role` unresolvable',
  'set-plan':
    'puts the workspace of `role` on `plan` (one of the plans that the answer of a call without ' +
    'it names); answers {plans}',
  'leave-reads':
    'counts so many reads as made just now that `reads` are left under the daily quota of the ' +
    'token of `role` (`of: token`, 2,000) or of its store (`of: store`, 5,000); takes back what ' +
    'an earlier call counted before, and with `reads: null` does nothing else',
  'sign-in':
    'signs the user `user` of the store of `role` in; `type` is web or mobile; answers {session}',
  'try-login':
    'tries to log the user `user` of the store of `role` in with `password`; answers {admitted}',
  'generate-token':
    'generates a token for another admin of the store of `role`; answers {token, id}',
  'regenerate-token': 'regenerates the token `id`; answers {token, id}',
  'delete-token': 'deletes the token `id`',
} as const;

export type ControlVerb = keyof typeof CONTROL_VERBS;
