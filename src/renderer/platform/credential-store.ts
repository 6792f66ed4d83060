/** Where the credential of this device is kept between visits. */
export interface CredentialStore {
  read(): Promise<string | undefined>
  write(credential: string): Promise<void>
  clear(): Promise<void>
}

const storeName = 'credentials'
const key = 'host'

/** IndexedDB: not sent with requests, and out of reach of other origins. */
export function createIndexedCredentialStore(databaseName = 'roadstead'): CredentialStore {
  function open(): Promise<IDBDatabase> {
    return new Promise((resolve, reject) => {
      const request = indexedDB.open(databaseName, 1)
      request.onupgradeneeded = () => request.result.createObjectStore(storeName)
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error ?? new Error('indexedDB could not be opened'))
    })
  }

  async function run<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    const database = await open()
    try {
      return await new Promise<T>((resolve, reject) => {
        const transaction = database.transaction(storeName, mode)
        const request = ask(transaction.objectStore(storeName))
        transaction.oncomplete = () => resolve(request.result)
        transaction.onerror = () => reject(transaction.error ?? new Error('indexedDB failed'))
        transaction.onabort = () => reject(transaction.error ?? new Error('indexedDB failed'))
      })
    } finally {
      database.close()
    }
  }

  return {
    async read() {
      const found: unknown = await run('readonly', (store) => store.get(key) as IDBRequest<unknown>)
      return typeof found === 'string' ? found : undefined
    },
    async write(credential) {
      await run('readwrite', (store) => store.put(credential, key))
    },
    async clear() {
      await run('readwrite', (store) => store.delete(key))
    },
  }
}
