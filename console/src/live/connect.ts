import { HINT_EVENT, READ_AGAIN_EVENT, SIGNED_OUT_EVENT } from '@crm/contracts/live/event-names.ts';
import type { Hint } from '@crm/contracts/live/hint.ts';
import type { QueryClient } from '@tanstack/react-query';
import { io } from 'socket.io-client';
import { rememberPosition } from '../api/position.ts';
import { refreshSession } from '../api/queryClient.ts';
import { dropToken } from '../api/token.ts';
import { onDemand } from '../ui/onDemand.ts';
import { mergeHints } from './mergeHints.ts';
import { createRefetches } from './refetches.ts';

export type LiveState = 'connecting' | 'live' | 'lost';

/** Hints of this time are applied together, and waiting queries are checked this often. */
const COALESCE_MS = 150;
const ASK_AGAIN_MS = 5000;
/**
 * The server asks all consoles to read again at once, and refuses those of a blocked organisation at once; each waits for a
 * random part of this time in addition, to spread the load.
 */
const SPREAD_MS = 1000;

/** Loaded after the first page: zod is a fifth of the code that the leads list would load before its first rows. */
const hintContract = onDemand(() => import('@crm/contracts/live/hint.ts'));

/**
 * Subscribes to live hints and refreshes queries, until the returned function is called. After a connection,
 * all queries are refetched, because hints may have been missed.
 */
export function connectLive(token: string, queryClient: QueryClient, onState: (state: LiveState) => void) {
  const socket = io({ auth: { token }, transports: ['websocket', 'polling'], tryAllTransports: true });
  const refetches = createRefetches(queryClient);
  let hints: Hint[] = [];
  let connection: 'first' | 'later' = 'first';
  let stopped = false;
  let flushTimer: ReturnType<typeof setTimeout> | undefined;
  let askTimer: ReturnType<typeof setTimeout> | undefined;
  let readAgainTimer: ReturnType<typeof setTimeout> | undefined;

  function flush() {
    flushTimer = undefined;
    refetches.addHints(mergeHints(hints));
    hints = [];
    if (refetches.run() && document.visibilityState === 'visible') flushSoon();
  }

  function flushSoon() {
    flushTimer ??= setTimeout(flush, COALESCE_MS);
  }

  /**
   * The server refused or closed the socket: refetching the user ends the session here if it has ended on the
   * server.
   */
  function askAgain() {
    void refreshSession(queryClient);
    clearTimeout(askTimer);
    askTimer = setTimeout(() => socket.connect(), ASK_AGAIN_MS + Math.random() * SPREAD_MS);
  }

  function readAgain() {
    readAgainTimer = undefined;
    refetches.addAll(connection);
    flushSoon();
  }

  socket.on('connect', () => {
    onState('live');
    readAgain();
    connection = 'later';
  });
  socket.on(READ_AGAIN_EVENT, () => {
    readAgainTimer ??= setTimeout(readAgain, Math.random() * SPREAD_MS);
  });
  socket.on('disconnect', (reason) => {
    onState('lost');
    if (reason === 'io server disconnect') askAgain();
  });
  socket.on('connect_error', () => {
    onState('lost');
    if (!socket.active) askAgain();
  });
  socket.on(SIGNED_OUT_EVENT, () => dropToken(token));
  socket.on(HINT_EVENT, async (message: unknown) => {
    await hintContract.load();
    const hint = hintContract.loaded?.Hint.safeParse(message);
    if (!hint?.success || stopped) return;
    rememberPosition(hint.data.position);
    hints.push(hint.data);
    flushSoon();
  });

  // Outdated data of a hidden tab is refetched when the tab is shown.
  document.addEventListener('visibilitychange', flushSoon);

  return () => {
    stopped = true;
    document.removeEventListener('visibilitychange', flushSoon);
    clearTimeout(flushTimer);
    clearTimeout(askTimer);
    clearTimeout(readAgainTimer);
    socket.disconnect();
  };
}
