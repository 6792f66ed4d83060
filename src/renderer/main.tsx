import './styles/tokens.css'
import './styles/base.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { followAppearance } from './platform/appearance.ts'
import { createIndexedCredentialStore } from './platform/credential-store.ts'
import { followOtherWindows } from './platform/preferences.ts'
import { createWebPlatform } from './platform/web.ts'

// The pairing code leaves the address here, before anything is drawn or asked for.
const platform = createWebPlatform({
  window,
  fetch: window.fetch.bind(window),
  credentials: createIndexedCredentialStore(),
  createSocket: (url) => new WebSocket(url),
})
followOtherWindows()
followAppearance()

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element with the id root')
createRoot(root).render(<App platform={platform} />)
