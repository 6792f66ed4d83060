'use strict'
require('./check-node.cjs').requireUsableNode()
require('./load.cjs')('./start/main.mjs')
