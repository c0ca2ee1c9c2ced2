/** Host names by which a machine reaches itself, as the URL parser writes them. */
export const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
