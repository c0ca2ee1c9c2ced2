/** Names under which this machine knows itself. */
export const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
