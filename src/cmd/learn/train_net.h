// senet train --net: networks trained by self-play on the CPU.
#ifndef CMD_LEARN_TRAIN_NET_H
#define CMD_LEARN_TRAIN_NET_H

#include "cmd/frame/command.h"

// Options of `senet train` that belong to networks.
// clang-format off
#define TRAIN_NET_OPTIONS \
  {"--net", NULL, "Learns a network, by self-play; DIR is then for the agent net:model=DIR."}, \
  {"--arch", "TEXT", "Network: its architecture, such as graph:blocks=4,channels=32 (the default).", .needs = "--net"}, \
  {"--simulations", "N", "Network: positions looked at for a move of self-play; default 32.", .needs = "--net"}, \
  {"--opponent", "AGENT", "Network: plays matches now and then against it; default uct:iterations=1000; or none.", \
   .needs = "--net"}, \
  {"--rating-games", "N", "Network: games of such a match; default 20.", .needs = "--net"}, \
  {"--net-settings", "TEXT", "Network: more settings of self-play and training, name=value,... (docs/NETWORKS.md).", \
   .needs = "--net"}
// clang-format on

int train_net(const Options *options);

#endif
