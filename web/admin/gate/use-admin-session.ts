import { useSyncExternalStore } from 'react';
import { currentAdminSession, subscribeToAdminSession } from './admin-session.ts';

export function useAdminSession() {
  return useSyncExternalStore(subscribeToAdminSession, currentAdminSession);
}
