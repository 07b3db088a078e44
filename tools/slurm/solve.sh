#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A job that solves hard boards over several machines: sbatch tools/slurm/solve.sh [OPTION of tessera solve...]
#
# One rank on each machine and one thread for each of its processors: the table of a heuristic is then in memory once
# per machine, on huge pages, and only what goes to another machine goes through MPI.
#SBATCH --job-name=tessera
#SBATCH --nodes=4
#SBATCH --ntasks-per-node=1
#SBATCH --cpus-per-task=32
#SBATCH --exclusive
#SBATCH --time=02:00:00
#SBATCH --signal=TERM@60
#SBATCH --output=tessera-%j.jsonl
set -eu

# One table for all machines if the directory is shared; else each builds its own, and they are compared.
export TESSERA_CACHE=${TESSERA_CACHE:-$HOME/.cache/tessera}

# The memory of a machine, less some for the system: --memory is per rank.
memory=$((${SLURM_MEM_PER_NODE:-0} > 0 ? ${SLURM_MEM_PER_NODE:-0} * 9 / 10 : 100000))M

# What to solve, and how, unless the command line says so.
[ $# -gt 0 ] || set -- --set korf100 --algorithm hdastar --heuristic manhattan

# srun starts the ranks itself, and must do it in a way that the MPI library knows, or each is alone: pmix for Open MPI,
# pmi2 for MPICH (srun --mpi=list).  --cpu-bind=cores gives each rank all processors of its task.
srun --mpi="${SLURM_MPI_TYPE:-pmix}" --cpu-bind=cores --cpus-per-task="$SLURM_CPUS_PER_TASK" tessera-mpi solve \
    --memory "$memory" --json "$@"
