import {useCallback, useState} from './standalone.module.js';
import {get, of} from './server.js';

/** The worlds with their credentials, by id. */
export function useWorlds() {
  const [worlds, setWorlds] = useState(new Map());
  /** Asks for them again. Resolves to their ids. */
  const describe = useCallback(async () => {
    const {worlds: all} = await get('worlds');
    const described = await Promise.all(all.map(({world}) => get(of(world))));
    setWorlds(new Map(described.map((one) => [one.world, one])));
    return described.map(({world}) => world);
  }, []);
  return {worlds, describe};
}
