import type {IncomingMessage} from 'node:http';
import type {Client} from '../store/auth-sessions/sign-in.ts';
import {sessionDataOf} from './user-agent.ts';

/** The browser or app that sends a request, in the form of its session. */
export const clientOf = ({headers, socket}: IncomingMessage): Client => ({
  data: sessionDataOf(headers['user-agent'] ?? ''),
  ip: plainAddress(socket.remoteAddress),
});

/** An IPv4 address in an IPv6 address is written as IPv4. */
const plainAddress = (address = '0.0.0.0'): string => address.replace(/^::ffff:(?=\d+\.)/, '');
