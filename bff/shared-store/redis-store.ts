import { setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { defineScripts, RedisLimit } from './redis-limit.ts';
import { SealedText } from './sealed-text.ts';
import type { Held, Kept, Kind, Limit, Processes, SharedStore, Slots, StoreReport } from './shared-store.ts';
import { InMemoryStore } from './shared-store.ts';

/**
 * A store on the same network answers within one or two milliseconds, but a busy process may read the answer much
 * later.
 */
const COMMAND_TIMEOUT_MS = 250;
const CONNECT_TIMEOUT_MS = 1_000;
const CONNECT_AGAIN_MS = 200;
const BEAT_MS = 1_000;
/** The heartbeat interval while the store is down or CRM slots are being redistributed. */
const QUICK_BEAT_MS = 200;
/** A process without a heartbeat for this long counts as dead. */
const GONE_AFTER_MS = 5_000;
/** A process that hangs loses its slots after this time, before other processes get them. */
const SLOTS_LAST_MS = 4_500;
/** After this every process has reconnected to a store that was down. */
const SETTLE_MS = 2_000;
const FAILURES_UNTIL_DOWN = 2;
/** The assumed number of processes if the store was never reached. */
const ASSUMED_PROCESSES = 3;
const FIRST_BEAT_WITHIN_MS = 3_000;
/** Longer than the calls that occupy the redistributed slots. */
const FIRST_SLOTS_WITHIN_MS = 10_000;

interface StoreSettings {
  url: string;
  secret: string;
  /** Separates portals that share one store. */
  portalName: string;
  clock: { now(): number };
  report: StoreReport;
}

/**
 * The store in Redis. It holds ids, counters, times and sealed values, under names that are HMACs. If it does not
 * answer, everything continues in memory. `isUp` turns false after two failures between two heartbeats, or after a lost
 * connection. It turns true with the next heartbeat that the store accepts.
 */
export class RedisStore implements SharedStore {
  readonly #redis: Redis;
  readonly #listener: Redis;
  readonly #text: SealedText;
  readonly #prefix: string;
  readonly #memory: InMemoryStore;
  readonly #report: StoreReport;
  readonly #id = crypto.randomUUID().slice(0, 12);
  readonly #listeners = new Map<string, (message: unknown) => void>();
  #isUp = false;
  #upSince = 0;
  #downSince = performance.now();
  #failures = 0;
  #processes: Processes | null = null;
  #slots: { most: number; of: Slots; had: number } | null = null;
  #beatAt = 0;
  #nextBeat: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor({ url, secret, portalName, clock, report }: StoreSettings) {
    this.#text = new SealedText(secret);
    this.#prefix = `portal:${this.#text.nameOf(portalName).slice(0, 8)}`;
    this.#memory = new InMemoryStore(clock);
    this.#report = report;
    this.#redis = new Redis(url, {
      lazyConnect: true,
      commandTimeout: COMMAND_TIMEOUT_MS,
      connectTimeout: CONNECT_TIMEOUT_MS,
      retryStrategy: () => CONNECT_AGAIN_MS,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      // A store that became a replica accepts no writes. Its name may point to another server now, so connect again.
      reconnectOnError: ({ message }) => message.startsWith('READONLY'),
    });
    defineScripts(this.#redis);
    this.#listener = this.#redis.duplicate({ commandTimeout: undefined, autoResubscribe: false });
    for (const each of [this.#redis, this.#listener]) each.on('error', () => {});
    this.#redis.on('close', () => this.#failed('connection', FAILURES_UNTIL_DOWN));
    // On every connection, because a first one that fails would otherwise leave this process without news for its life.
    this.#listener.on('ready', () => {
      this.#listener.subscribe(this.#news).catch(() => this.#report.failed('subscribe'));
    });
    this.#listener.on('message', (_channel, sealed) => this.#receive(sealed));
  }

  /** Resolves with the first accepted heartbeat or after a timeout, so the start works without the store. */
  async open(): Promise<void> {
    const until = performance.now() + FIRST_BEAT_WITHIN_MS;
    void this.#redis.connect().catch(() => {});
    void this.#listener.connect().catch(() => {});
    while (!this.#isUp && performance.now() < until) {
      await this.#beat();
      if (!this.#isUp) await wait(CONNECT_AGAIN_MS / 4);
    }
    if (!this.#isUp) this.#report.changed(false);
    this.#beatAgain(BEAT_MS);
  }

  limit(name: string, most: number, windowMs: number, mostKeys?: number): Limit {
    return new RedisLimit(this.#redis, {
      most,
      windowMs,
      mostKeys,
      keyPrefix: `${this.#prefix}:limit:${this.#text.nameOf(name)}`,
      nameOf: (key) => this.#text.nameOf(`${name} ${key}`),
      isUp: () => this.#isUp,
      processes: () => this.#processes?.count ?? ASSUMED_PROCESSES,
    });
  }

  async take(kind: Kind, key: string, holder: string, ttlMs: number): Promise<Held> {
    const taken = await this.#ask('take', () => this.#redis.takeKey(this.#nameOf(kind, key), holder, ttlMs));
    return taken === undefined ? 'unknown' : taken === 1 ? 'taken' : 'other';
  }

  async extend(kind: Kind, key: string, holder: string, ttlMs: number): Promise<Held> {
    const kept = await this.#ask('extend', () => this.#redis.extendKey(this.#nameOf(kind, key), holder, ttlMs));
    return kept === undefined ? 'unknown' : kept === 1 ? 'taken' : 'other';
  }

  async release(kind: Kind, key: string, holder: string): Promise<void> {
    await this.#ask('release', () => this.#redis.releaseKey(this.#nameOf(kind, key), holder));
  }

  async put(kind: Kind, key: string, value: string, ttlMs: number): Promise<void> {
    await this.#memory.put(kind, key, value, ttlMs);
    const name = this.#nameOf(kind, key);
    const sealed = this.#text.seal(value, name);
    await this.#ask('put', () => this.#redis.set(name, sealed, 'PX', Math.ceil(ttlMs)));
  }

  async read(kind: Kind, key: string): Promise<Kept | null> {
    const name = this.#nameOf(kind, key);
    const found = await this.#ask('read', () => this.#redis.multi().get(name).pttl(name).exec());
    const [, sealed] = found?.[0] ?? [];
    const [, leftMs] = found?.[1] ?? [];
    const value = typeof sealed === 'string' ? this.#text.open(sealed, name) : null;
    // A restarted store has lost its values, but this process may still have them in memory.
    if (value === null || typeof leftMs !== 'number') return this.#memory.read(kind, key);
    return { value, leftMs };
  }

  async remembers(ms: number): Promise<boolean> {
    const since = `${this.#prefix}:since`;
    const found = await this.#ask('remembers', () => this.#redis.multi().get(since).time().exec());
    const [[, first] = [], [, now] = []] = (found ?? []) as [Error | null, unknown][];
    // The store's own clock, in seconds; ours may differ.
    return typeof first === 'string' && Array.isArray(now) && Number(now[0]) * 1_000 - Number(first) >= ms;
  }

  publish(topic: string, message: unknown): void {
    const sealed = this.#text.seal(JSON.stringify({ from: this.#id, topic, message }), this.#news);
    void this.#ask('publish', () => this.#redis.publish(this.#news, sealed));
  }

  subscribe(topic: string, receive: (message: unknown) => void): void {
    this.#listeners.set(topic, receive);
  }

  async divideSlots(most: number, of: Slots): Promise<void> {
    const slots = { most, of, had: 0 };
    this.#slots = slots;
    const until = performance.now() + FIRST_SLOTS_WITHIN_MS;
    while (this.#isUp && slots.had === 0 && performance.now() < until) {
      await this.#beat();
      if (slots.had === 0) await wait(QUICK_BEAT_MS);
    }
    if (slots.had === 0) {
      slots.had = Math.max(1, Math.floor(most / (this.#processes?.count ?? ASSUMED_PROCESSES)));
      of.setMost(slots.had, this.#areOurs);
    }
    this.#beatAgain(QUICK_BEAT_MS);
  }

  processes(): Processes | null {
    return this.#processes;
  }

  isUp(): boolean {
    return this.#isUp;
  }

  awayMs(): number {
    return this.#isUp ? 0 : performance.now() - this.#downSince;
  }

  isSettled(): boolean {
    return this.#isUp && performance.now() - this.#upSince >= SETTLE_MS;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#nextBeat);
    await this.#ask('leave', () =>
      this.#redis.multi().zrem(`${this.#prefix}:beats`, this.#id).hdel(`${this.#prefix}:places`, this.#id).exec(),
    );
    this.#redis.disconnect();
    this.#listener.disconnect();
  }

  /** Whether this process still has its CRM slots: it loses them when it hangs for too long. */
  readonly #areOurs = () => !this.#isUp || performance.now() - this.#beatAt < SLOTS_LAST_MS;

  get #news(): string {
    return `${this.#prefix}:news`;
  }

  #nameOf(kind: Kind, key: string): string {
    return `${this.#prefix}:${kind}:${this.#text.nameOf(`${kind} ${key}`)}`;
  }

  /**
   * Undefined if the store does not answer within a quarter of a second. Does not wait for a store known to be down.
   */
  async #ask<T>(operation: string, ask: () => Promise<T>): Promise<T | undefined> {
    if (!this.#isUp) return undefined;
    try {
      return await ask();
    } catch {
      this.#failed(operation, 1);
      return undefined;
    }
  }

  #failed(operation: string, weight: number): void {
    if (this.#isClosed) return;
    if (this.#isUp || operation !== 'connection') this.#report.failed(operation);
    this.#failures += weight;
    if (!this.#isUp || this.#failures < FAILURES_UNTIL_DOWN) return;
    this.#isUp = false;
    this.#downSince = performance.now();
    this.#slots?.of.setMost(this.#slots.had, this.#areOurs);
    this.#report.changed(false);
    this.#beatAgain(QUICK_BEAT_MS);
  }

  #beatAgain(afterMs: number): void {
    clearTimeout(this.#nextBeat);
    if (this.#isClosed) return;
    this.#nextBeat = setTimeout(async () => {
      const isHandedOver = await this.#beat();
      this.#beatAgain(isHandedOver ? BEAT_MS : QUICK_BEAT_MS);
    }, afterMs).unref();
  }

  /** Sends a heartbeat. Returns false while the store is down or CRM slots are being redistributed. */
  async #beat(): Promise<boolean> {
    const slots = this.#slots;
    const inUse = slots?.of.inUse() ?? 0;
    const most = slots?.most ?? 0;
    const first = Math.max(1, Math.floor(most / ASSUMED_PROCESSES));
    const beatAt = performance.now();
    try {
      const keys = ['beats', 'places', 'since'].map((name) => `${this.#prefix}:${name}`) as [string, string, string];
      const [count, rank, granted] = await this.#redis.beat(
        ...keys,
        this.#id,
        most,
        inUse,
        slots?.had ?? 0,
        first,
        GONE_AFTER_MS,
      );
      this.#beatAt = beatAt;
      this.#answered();
      // After the store was down, other processes may not have reconnected yet.
      if (this.isSettled() || count > (this.#processes?.count ?? 0)) this.#processes = { count, rank };
      this.#report.processes(this.#processes?.count ?? count);
      if (!slots) return true;
      if (granted === 0) return false;
      slots.had = granted;
      slots.of.setMost(granted, this.#areOurs);
      return granted >= Math.floor(most / count) && inUse <= granted;
    } catch {
      if (this.#isUp) this.#failed('beat', 1);
      return false;
    }
  }

  #answered(): void {
    this.#failures = 0;
    if (this.#isUp) return;
    this.#isUp = true;
    this.#upSince = performance.now();
    this.#report.changed(true);
  }

  #receive(sealed: string): void {
    const text = this.#text.open(sealed, this.#news);
    if (text === null) return;
    const { from, topic, message } = JSON.parse(text) as { from: string; topic: string; message: unknown };
    if (from !== this.#id) this.#listeners.get(topic)?.(message);
  }
}
