'use strict'
require('./check-node.cjs').requireUsableNode()
require('./load.cjs')('./test/main.mjs')
