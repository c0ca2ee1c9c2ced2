import {useEffect, useState} from './standalone.module.js';
import {get} from './server.js';

/** Loads something again whenever the world changes. */
export function useLoaded(path, version, fail) {
  const [value, setValue] = useState();
  useEffect(() => {
    let isCurrent = true;
    void get(path).then((loaded) => isCurrent && setValue(loaded), fail);
    return () => (isCurrent = false);
  }, [path, version]);
  return value;
}
