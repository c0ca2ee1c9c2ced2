/**
 * Faults with failures that a fixture, `--only` or the printed commands do not show, and why. The test that tries faults
 * by the commit draws none of them; `npm run nightly:reproduced` tries them all the same.
 */
export const KNOWN_MISSES: Readonly<Record<string, string>> = {
  'store daily-writes-counted':
    '--only: writes are refused only after a day of them, which scenes of other rules send',
  'store issues-search-name-missing':
    'fixture and --only: no other request of the list succeeds, and the choice that it is served stays unproven',
  'store order-external-read-stale':
    'commands: earlier reads are left out, and the first one is what the server shows ever after',
  'store sessions-same-second-lost':
    'commands: a walk that was repeated is a loop, in which nobody can put in the cursor of the page before',
  'store update-password-255-refused':
    'commands: passwords are never printed, and their length neither',
  'workspace list-more-always-false':
    'fixture and --only: a row may be missing for five seconds, which a replay does not take; no own scene has two pages',
  'workspace oauth-token-after-use':
    'commands: the scene that used the token at the MCP server is another one, and authorization is no command',
};
