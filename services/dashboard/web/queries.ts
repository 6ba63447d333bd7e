import { useQuery, useQueryClient, type Query, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AccountEvent } from '../src/api/routes/events/route.ts';
import type { Deployment } from '../src/api/tools.ts';
import type { CatalogView } from '../src/api/routes/catalog/route.ts';
import type { PersonView } from '../src/api/routes/person/route.ts';
import { ApiError, call } from './api.ts';
import { hasOlderPages } from './paged-rows.ts';

const unauthorized = 401;
/** Pause, in milliseconds, before a page opens the stream of events again after the server refused it. */
const reopenAfterMs = 5_000;

/** Returns the signed-in person, or null when nobody is signed in. */
export function usePerson(): UseQueryResult<PersonView | null> {
  return useQuery({
    queryKey: ['person'],
    queryFn: async () => {
      try {
        return await call<PersonView>('GET', '/api/person');
      } catch (error) {
        if (error instanceof ApiError && error.status === unauthorized) {
          return null;
        }
        throw error;
      }
    },
  });
}

/** Returns the facts about this deployment. */
export function useDeployment(): UseQueryResult<Deployment> {
  return useQuery({ queryKey: ['deployment'], queryFn: () => call<Deployment>('GET', '/api/deployment') });
}

/** Returns the response of the endpoint at a path below an account. */
export function useAccountQuery<View>(accountId: string, path: string): UseQueryResult<View> {
  return useQuery({
    queryKey: ['account', accountId, path],
    queryFn: () => call<View>('GET', `/api/accounts/${accountId}${path}`),
  });
}

/** Follows the stream of events of an account. Reloads what its pages show when the server reports a change. */
export function useAccountEvents(accountId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    let source: EventSource;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last: AccountEvent | undefined;
    const open = (): void => {
      source = new EventSource(`/api/accounts/${accountId}/events`);
      source.addEventListener('message', ({ data }) => {
        const event = JSON.parse(String(data)) as AccountEvent;
        if (last !== undefined) {
          const queryKey = ['account', accountId];
          void client.invalidateQueries({ queryKey, predicate: ({ state }) => !hasOlderPages(state.data) });
          const isLong = ({ state }: Query): boolean => hasOlderPages(state.data);
          void client.invalidateQueries({ queryKey, predicate: isLong, refetchType: 'none' });
        }
        last = event;
      });
      source.addEventListener('error', () => {
        // The browser reconnects by itself, unless the server refused the stream. That happens when the session or the
        // membership has ended, when the session has too many streams, or when the dashboard restarts. If the session
        // has ended, the reloaded person is null and this page closes.
        if (source.readyState === EventSource.CLOSED) {
          void client.invalidateQueries({ queryKey: ['person'] });
          timer = setTimeout(open, reopenAfterMs);
        }
      });
    };
    open();
    return () => {
      clearTimeout(timer);
      source.close();
    };
  }, [accountId, client]);
}

/** Returns every data type with its parameters, and the highest level that an answer of the type can reach now. */
export function useCatalog(): UseQueryResult<CatalogView> {
  return useQuery({ queryKey: ['catalog'], queryFn: () => call<CatalogView>('GET', '/api/catalog') });
}
