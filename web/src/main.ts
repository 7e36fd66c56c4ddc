import { mount } from 'svelte'
import App from './app/App.svelte'
import { settle } from './app/service_worker.svelte.ts'
import { pageOf } from './app/pages.ts'
import { follow, here } from './app/router.svelte.ts'
import { apply, share } from './app/settings.svelte.ts'
import './app/styles/index.css'

follow()
share()
// The page is loaded in parallel with the texts.
void pageOf(here().name).catch(() => undefined)
await apply()

const target = document.getElementById('app')
target?.replaceChildren()
if (target) mount(App, { target })
void settle()
