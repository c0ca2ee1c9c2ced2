import type {RequestListener} from 'node:http';

/** An app with resources that have to be closed. */
export interface ClosableApp {
  listener: RequestListener;
  close(): Promise<void>;
}

/** An app that is loaded by its first request. Requests that arrive during loading wait for it. */
export function loadedByRequest(load: () => Promise<ClosableApp>): ClosableApp {
  let loading: Promise<ClosableApp> | undefined;
  return {
    listener(request, response) {
      loading ??= load();
      loading.then(
        ({listener}) => listener(request, response),
        (error: unknown) => response.destroy(error as Error),
      );
    },
    close: async () => (await loading)?.close(),
  };
}
