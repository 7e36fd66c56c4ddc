import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'
import { shell } from './plugins/shell.ts'
import { compress } from './plugins/compress.ts'
import { engine } from './plugins/engine.ts'
import { worker } from './plugins/worker.ts'

export default defineConfig({
  // Parts find each other wherever the app lies; only its page knows that.
  base: './',
  plugins: [svelte(), shell(), worker(fileURLToPath(new URL('./worker/sw.js', import.meta.url))), engine(), compress()],
  resolve: { alias: { '~': fileURLToPath(new URL('./src', import.meta.url)) } },
  server: {
    port: 5173,
    // The server takes orders from its own pages only, so it must see the host that the browser sees.
    proxy: { '/api': { target: process.env.KNOBEL_API ?? 'http://127.0.0.1:8000', changeOrigin: false } },
  },
  build: {
    outDir: fileURLToPath(new URL('../src/knobel/server/web', import.meta.url)),
    emptyOutDir: true,
    // The page allows nothing but its own files, so nothing may be turned into data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
