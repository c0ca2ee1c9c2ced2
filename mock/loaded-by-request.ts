import type {RequestListener} from 'node:http';

/** An app that holds something open. */
export interface ClosableApp {
  listener: RequestListener;
  close(): Promise<void>;
}

/** An app that its first request loads; requests that come meanwhile wait for it. */
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
