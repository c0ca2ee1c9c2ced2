/** The credentials of the demo world, by the environment variables that configurations name. */
export const DEMO_CREDENTIALS = {
  WORKSPACE_KEY: 'demo-key-harbour-full',
  OTHER_KEY: 'demo-key-harbour-other',
  READ_ONLY_KEY: 'demo-key-harbour-read-only',
  WRITE_ONLY_KEY: 'demo-key-harbour-write-only',
  TOOLS_ONLY_KEY: 'demo-key-harbour-tools-only',
  SECOND_WORKSPACE_KEY: 'demo-key-lighthouse-full',
  AGENT_TOKEN: 'demo-oauth-harbour',
  SECOND_AGENT_TOKEN: 'demo-oauth-lighthouse',
  SCOPELESS_TOKEN: 'demo-oauth-harbour-scopeless',
  STORE_TOKEN: 'demo-token-riverside-admin',
  SECOND_STORE_TOKEN: 'demo-token-riverside-second-admin',
  OTHER_STORE_TOKEN: 'demo-token-hilltop-admin',
  LIMITED_STORE_TOKEN: 'demo-token-riverside-limited-admin',
};
