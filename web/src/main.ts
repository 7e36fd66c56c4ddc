import { mount } from 'svelte'
import App from './app/App.svelte'
import { settle } from './app/service_worker.svelte.ts'
import { follow } from './app/router.svelte.ts'
import { apply, share } from './app/settings.svelte.ts'
import './app/styles/index.css'

follow()
share()
await apply()

const target = document.getElementById('app')
if (target) mount(App, { target })
void settle()
