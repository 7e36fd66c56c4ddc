/** Reminders, if switched on: a badge on the app, and a notification while it is open, when it is one's turn. */
import { api } from '~/api/client.ts'
import type { MyTable } from '~/api/types.ts'
import { t } from './i18n.svelte.ts'
import { linkTo } from './router.svelte.ts'
import { gameWords } from './words.ts'

/** The seconds of a slow clock: nobody waits at such a table. */
const SLOW = 3600
/** The polling interval, in milliseconds. */
const OFTEN = 5 * 60 * 1000

/** The tables with a slow clock that wait for this device. */
export function due(tables: readonly MyTable[]): MyTable[] {
  return tables.filter(({ waiting, over, away, clock }) => waiting && !over && !away && (clock ?? 0) >= SLOW)
}

/** Ask for permission to notify; the badge needs none. */
export async function permit(): Promise<void> {
  if ('Notification' in globalThis && Notification.permission === 'default') await Notification.requestPermission()
}

/** Start polling; the returned function stops it and removes the badge. */
export function start(): () => void {
  let told: readonly string[] = []
  const look = async (): Promise<void> => {
    const found = due((await api.myTables()).tables)
    await badge(found.length)
    if (document.hidden) for (const table of found) if (!told.includes(table.table)) await notify(table)
    told = found.map(({ table }) => table)
  }
  const try_ = (): void => void look().catch(() => undefined)
  const timer = setInterval(try_, OFTEN)
  document.addEventListener('visibilitychange', try_)
  try_()
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', try_)
    void badge(0).catch(() => undefined)
  }
}

async function badge(count: number): Promise<void> {
  if ('setAppBadge' in navigator) await (count ? navigator.setAppBadge(count) : navigator.clearAppBadge())
}

/** Show one notification for each table; touching it leads there. */
async function notify({ table, game }: MyTable): Promise<void> {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return
  const worker = await navigator.serviceWorker.getRegistration()
  const data = { link: linkTo('table', { table }) }
  await worker?.showNotification(t('reminders.turn'), { body: gameWords(game, 'title'), tag: table, data })
}
