// The experiment on networks: trained ones against plain search.
#ifndef CMD_EXPERIMENT_EXPERIMENT_NETWORKS_H
#define CMD_EXPERIMENT_EXPERIMENT_NETWORKS_H

#include "cmd/frame/command.h"

int experiment_networks(const Options *options);

#endif
