import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';

/**
 * Every route of the apps that are created while `start` runs, as "METHOD /path". Fastify's own hook reports exactly
 * the routes that can be called.
 */
export async function registeredRoutes(start: () => Promise<unknown>): Promise<string[]> {
  const routes = new Set<string>();
  const listen = (message: unknown) => {
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }: RouteOptions) => {
      for (const each of [method].flat()) routes.add(`${each} ${url}`);
    });
  };
  subscribe('fastify.initialization', listen);
  try {
    await start();
  } finally {
    unsubscribe('fastify.initialization', listen);
  }
  return [...routes].sort();
}
